#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Values of every kind. A scalar is written at once; any other value becomes the top frame.

extension ValueWriter {
    /// Writes a value, or pushes a frame for it.
    ///
    /// - Parameter selection: The properties to write of the models in it; nil for all.
    mutating func writeValue(
        _ address: UnsafeRawPointer, _ shape: ShapePointer, selection: UnsafePointer<OutputTable>?
    ) -> Bool {
        guard out.makeRoom() else { return false }
        if shape.pointee.nilTest != .never, shape.pointee.isNil(address) {
            out.put("null")
            return true
        }
        switch shape.pointee.kind {
        case .structure:
            return pushObject(address, selection ?? shape.pointee.model!.pointee.output, isInstance: false)
        case .instance:
            // SAFETY: a reference is the address of its object, from which the table counts the offsets.
            let object = address.load(as: UnsafeRawPointer.self)
            return pushInstance(object, shape.pointee.model!, selection)
        case .list: return pushList(address, shape, selection: selection)
        case .fixedList:
            let elements = ElementSpan(start: address, count: shape.pointee.fixedCount)
            return pushList(elements, of: shape.pointee.element!, selection: selection)
        case .dictionary: return pushDictionary(address, shape, selection: selection)
        case .dynamic: return writeDynamic(address, shape)
        case .variant: return writeVariant(address, shape, selection: selection)
        case .lazy: return writeLazy(address, shape, selection: selection)
        case .wrapper:
            if shape.pointee.wrapsScalar { return writeWrapped(address, shape, as: nil, of: 0) }
            guard let (inside, insideShape) = unwrap(address, shape) else { return false }
            return writeValue(inside, insideShape, selection: selection)
        default: return writeScalar(address, shape)
        }
    }

    mutating func writeScalar(_ address: UnsafeRawPointer, _ shape: ShapePointer) -> Bool {
        guard out.makeRoom() else { return false }
        switch shape.pointee.kind {
        case .string: return writeString(at: address)
        case .bool:
            out.put(address.load(as: Bool.self))
            return true
        case let kind:
            switch out.put(numberAt: address, kind, .plain) {
            case true?: return true
            case false?: return writeNonConforming(address, kind)
            case nil: return writeRareScalar(address, shape)
            }
        }
    }

    private mutating func writeRareScalar(_ address: UnsafeRawPointer, _ shape: ShapePointer) -> Bool {
        func value<Value>(_ type: Value.Type) -> Value { address.assumingMemoryBound(to: type).pointee }
        switch shape.pointee.kind {
        case .substring: return writeString(String(value(Substring.self)))
        case .character: return writeString(String(value(Character.self)))
        case .date: return writeDate(value(Date.self), shape)
        case .data: return writeData(value(Data.self), shape)
        case .url: return writeString(value(URL.self).absoluteString)
        case .uuid: return UUIDText.withText(of: value(UUID.self)) { writeString($0) }
        case .decimal: return writeDecimal(value(Decimal.self))
        case .jsonNumber: return out.write(value(JSONNumber.self).text)
        case .rawJSON: return writeForeign(value(RawJSON.self))
        case .rawValue: return writeRawValue(address, shape)
        case .scalar: return writeScalar(shape.pointee.payload!._withUnsafeGuaranteedRef { $0.scalar(of: address) })
        default: preconditionFailure("\(shape.pointee.kind) is not a kind of scalar")
        }
    }

    // MARK: - Strings

    @inline(__always)
    mutating func writeString(at address: UnsafeRawPointer) -> Bool {
        guard hasExtraEscapes else { return out.writeString(at: address) }
        return writeString(address.assumingMemoryBound(to: String.self).pointee)
    }

    @inline(never)
    mutating func writeString(_ text: String) -> Bool { withBytes(of: text) { writeString($0) } }

    mutating func writeString(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard hasExtraEscapes else { return out.writeString(bytes) }
        let also = options.escapesSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\"")
        let isPlain = !options.escapesNonASCII || bytes.allSatisfy { $0 < 0x80 }
        return isPlain ? out.writeString(bytes, also: also) : out.writeASCIIString(bytes, also: also)
    }

    // MARK: - Numbers

    @inline(never)
    private mutating func writeNonConforming(_ address: UnsafeRawPointer, _ kind: ValueKind) -> Bool {
        // Only floating-point numbers can be infinite or NaN.
        func double<Number: BinaryFloat>(_ type: Number.Type) -> Double { Double(address.load(as: type)) }
        let value = double(kind.floatType!)
        guard case .convert(let positive, let negative, let nan) = options.nonConformingFloats else {
            return fail(
                .invalidValue, expected: "a finite number", found: "\(value)",
                hint: "nonConformingFloats = .convert(…) writes it")
        }
        return writeString(value.isNaN ? nan : value < 0 ? negative : positive)
    }

    private mutating func writeDecimal(_ value: Decimal) -> Bool {
        guard value.isFinite else { return fail(.invalidValue, expected: "a finite number", found: "\(value)") }
        return out.write(value.description)
    }

    // MARK: - Dates and data

    private mutating func writeDate(_ value: Date, _ shape: ShapePointer) -> Bool {
        do {
            switch try options.dates.source(from: value) {
            case .string(let text): return writeString(text)
            case .number(let literal):
                guard JSONNumber(text: literal) != nil else {
                    return fail(.invalidValue, expected: "a JSON number for a date", found: literal)
                }
                return out.write(literal)
            case nil:
                return fail(.invalidValue, expected: "a date from the year 0 to 9999", found: value.textForErrors)
            }
        } catch {
            return fail(.invalidValue, expected: shape.pointee.typeName, found: value.textForErrors, underlying: error)
        }
    }

    private mutating func writeData(_ value: Data, _ shape: ShapePointer) -> Bool {
        if options.data.isArray { return writeBytes(value) }
        if !hasExtraEscapes, let base64 = options.data.base64 { return write(value, as: base64) }
        do {
            guard let text = try options.data.text(from: value) else {
                return fail(.invalidValue, expected: "UTF-8", found: "\(counted(value.count, "byte")) of other data")
            }
            return writeString(text)
        } catch {
            return fail(
                .invalidValue, expected: shape.pointee.typeName, found: counted(value.count, "byte"), underlying: error)
        }
    }

    private mutating func writeBytes(_ value: Data) -> Bool {
        guard open(UInt8(ascii: "[")) else { return false }
        push(OutputFrame(kind: .list, base: top.pointee.base, shape: Shape.gate))
        for byte in value {
            guard separate(in: top) else { return false }
            out.put(integer: UInt64(byte))
        }
        return close(UInt8(ascii: "]"))
    }

    /// Writes Base64 in pieces, so that data of any size passes through a buffer of any size.
    private mutating func write(_ value: Data, as base64: Base64) -> Bool {
        out.put(UInt8(ascii: "\""))
        let isWritten = value.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: 3 << 10) {
                let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 3 << 10, bytes.count)])
                guard out.write(base64.encode(piece)) else { return false }
            }
            return out.makeRoom()
        }
        guard isWritten else { return false }
        out.put(UInt8(ascii: "\""))
        return true
    }

    // MARK: - Raw values and scalar types

    private mutating func writeRawValue(_ address: UnsafeRawPointer, _ shape: ShapePointer) -> Bool {
        let payload = shape.pointee.payload!, raw = shape.pointee.element!
        return raw.withMemory { value in
            payload._withUnsafeGuaranteedRef { $0.copyRawValue(of: address, into: value) }
            defer { raw.destroy(value) }
            return writeScalar(value, raw)
        }
    }

    mutating func writeScalar(_ scalar: JSONScalar) -> Bool {
        switch scalar {
        case .bool(let value): out.put(value)
        case .number(let number): return out.write(number.text)
        case .string(let text): return writeString(text)
        }
        return true
    }
}
