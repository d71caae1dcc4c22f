package io.freightsdk.server.web.console;

import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.FleetMap;
import java.util.List;

/** Renders the console. Its markup is {@code console.html}; its script fills it in. */
public final class ConsolePage {
  /** The text alternative of its map. */
  public static final String MAP = "Loads on a map";

  private ConsolePage() {}

  /** The console without rows: its script loads the rows, and then the map. */
  public static Page of(List<String> operations, List<String> faultKinds) {
    Html body =
        Holder.BLOCKS
            .get("page")
            .fill(
                "map", FleetMap.empty(MAP),
                "operations", options(operations),
                "kinds", options(faultKinds));
    return PageShell.live(Holder.STYLE, Holder.SCRIPT).page("Freight server console", body);
  }

  private static Html options(List<String> values) {
    return Html.joined(
        values.stream().map(value -> Holder.BLOCKS.get("option").fill("value", value)).toList());
  }

  private static final class Holder {
    static final Template.Blocks BLOCKS = Template.read("console/console.html");
    static final Asset STYLE = Asset.read("base.css", "map/map.css", "console/console.css");
    static final Asset SCRIPT =
        Asset.read(
            "live/patch.js",
            "console/console.js",
            "console/load.js",
            "console/work.js",
            "console/panels.js");
  }
}
