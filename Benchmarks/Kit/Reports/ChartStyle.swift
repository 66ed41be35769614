/// The looks that pages and single charts share.
enum ChartStyle {
    /// One accent for the subject, greys for all others.
    static let palette = """

        :root {
          color-scheme: light dark;
          --ground: #ffffff; --raised: #f6f7f8; --line: #e3e5e8;
          --text: #1b1e23; --muted: #626973;
          --accent: #0b7a6b; --peer: #868e9a; --other: #bcc2ca;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171a; --raised: #1c2024; --line: #2d3238;
            --text: #eceef0; --muted: #9aa2ac;
            --accent: #34c3ab; --peer: #8b939e; --other: #565f6a;
          }
        }

        """

    /// The parts of a chart, as the wide layout has them.
    static let marks = """
        svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
        svg text { font-size: 13px; fill: var(--text); font-variant-numeric: tabular-nums; }
        svg .ground { fill: var(--ground); }
        svg .title { font-size: 18px; font-weight: 650; }
        svg .caption { fill: var(--muted); }
        svg .heading { font-weight: 600; }
        svg .grid { stroke: var(--line); }
        svg .zero { stroke: var(--peer); }
        svg .tick { font-size: 11px; fill: var(--muted); text-anchor: middle; }
        svg .name { text-anchor: end; }
        svg .note { fill: var(--muted); font-size: 12px; }
        svg .small { font-size: 11.5px; }
        svg text.subject { font-weight: 650; }
        svg .remark { fill: var(--muted); }
        svg .subject .remark { fill: var(--accent); }
        svg .basis { font-weight: 400; fill: var(--muted); }
        svg rect.subject { fill: var(--accent); }
        svg rect.peer { fill: var(--peer); }
        svg rect.other { fill: var(--other); }
        svg rect.ceiling { fill: none; stroke: var(--peer); stroke-dasharray: 3 2; }

        """

    /// The page around the charts, and the narrow layout.
    static let page = """
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0 auto; padding: 56px 32px 96px; max-width: 900px; background: var(--ground); color: var(--text);
          font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
          font-variant-numeric: tabular-nums; overflow-wrap: break-word;
        }
        h1 { margin: 0 0 8px; font-size: 32px; line-height: 1.2; letter-spacing: -0.02em; }
        h2 { margin: 72px 0 4px; font-size: 22px; line-height: 1.3; letter-spacing: -0.01em; }
        p { margin: 0 0 12px; max-width: 68ch; }
        .machine { max-width: none; }
        .machine, .extent, figcaption, .range { color: var(--muted); }
        .extent { font-weight: 400; font-size: 16px; letter-spacing: 0; }
        .warning { padding: 12px 16px; border: 2px solid currentColor; border-radius: 8px; font-weight: 600; }
        .cards { display: flex; flex-wrap: wrap; gap: 16px; margin: 32px 0 0; padding: 0; }
        .cards > div { flex: 1 1 240px; padding: 20px 24px; border-radius: 10px; background: var(--raised); }
        .cards strong {
          display: block; font-size: 44px; line-height: 1.1; letter-spacing: -0.03em; color: var(--accent);
        }
        .cards span { display: block; }
        .range { font-size: 14px; }
        figure { margin: 16px 0 0; }
        figcaption { font-size: 14px; margin-bottom: 16px; }
        .keys { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 0 0 16px; padding: 0; }
        .keys li { display: flex; align-items: center; gap: 8px; font-size: 14px; }
        .keys svg { flex: none; }
        .chart {
          display: block; width: 100%; height: var(--height); padding: 0 170px 0 190px; overflow: visible;
        }
        table { width: 100%; margin-top: 24px; border-collapse: collapse; font-size: 13px; line-height: 1.4; }
        th, td { padding: 6px 0 6px 12px; border-bottom: 1px solid var(--line); text-align: right; }
        th { font-weight: 500; color: var(--muted); vertical-align: bottom; }
        tbody th { color: var(--text); }
        tbody th, td { white-space: nowrap; vertical-align: baseline; }
        td b { font-weight: inherit; }
        th:first-child { padding-left: 0; text-align: left; }
        tr.subject th, tr.subject td { font-weight: 600; }
        dl { margin: 16px 0 0; }
        dt { font-weight: 600; }
        dd { margin: 0 0 12px; color: var(--muted); }
        ul.notes { padding-left: 20px; }
        ul.notes li { margin-bottom: 8px; max-width: 68ch; }
        .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        @media (max-width: 640px) {
          body { padding: 32px 16px 64px; }
          h1 { font-size: 26px; }
          h2 { margin-top: 56px; font-size: 20px; }
          .extent { display: block; font-size: 14px; }
          .chart { height: var(--narrow-height); padding: 0 104px 0 0; }
          .chart .row { transform: translateY(var(--y)); }
          .chart .name { text-anchor: start; transform: translate(12px, calc(-6px - var(--baseline))); }
          .chart .heading { transform: translate(12px, 0); }
          .chart .group { font-weight: 600; }
          .chart .note { font-weight: 400; }
          .chart .zero { display: none; }
          .chart .tick { text-anchor: start; }
          .cards > div { padding: 16px 20px; }
          .cards strong { font-size: 36px; }
          .chart .basis { display: none; }
          table, tbody { display: block; }
          thead { display: none; }
          tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
          th, td { padding: 0; border: 0; }
          tbody th { display: block; font-weight: 600; }
          tbody td { display: inline-block; margin-right: 14px; color: var(--muted); font-weight: 400; }
          tr.subject td { font-weight: 400; }
          td::before { content: attr(data-heading) " "; }
          td b { font-weight: 600; color: var(--text); }
          td.absent { display: none; }
        }

        """
}
