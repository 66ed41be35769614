// Reads a compressed feed: two gzip members, joined as by `cat monday.gz tuesday.gz`, and the same without the last
// byte.
//
// It needs the package trait Gzip: swift run --traits default,Gzip CompressedFeed

#if Gzip
import Foundation
import Yodel

struct Post: Model {
    var id: Int
    var title: String
}

let archive = [UInt8](
    Data(
        base64Encoded: """
            H4sIAAAAAAAC/6tWykxRslIw1FFQKsksyUkFspVCMlNSi5VquaohckbIcm6peSApAEyIJaM3AAAA
            H4sIAAAAAAAC/6tWykxRslIw1lFQKsksyUkFspVcSvNSi5VquQDYQqWpHAAAAA==
            """, options: .ignoreUnknownCharacters)!)

var posts = Feed(of: Post.self, in: .lines)
posts.compression = .automatic
// One thread decompresses, and another decodes.
posts.concurrency = 2

var reader = posts.reader(of: archive)
while let post = try reader.next() {
    print(post.id, post.title)  // 1 Tides, then 2 Fens, then 3 Dunes
}

// All three items are there, but the archive is truncated: the feed reports it.
var cut = posts.reader(of: archive.dropLast())
do {
    while try cut.next() != nil {}
} catch let error as ModelError {
    print(error.code, error.compressedOffset!, cut.progress.items)  // truncatedCompression 102 3
}
#endif
