package io.freightsdk.server.web.console;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.FleetMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Renders the console. Its markup is {@code console.html}; its script fills it in. */
public final class ConsolePage {
  private static final Template OPTION = Template.of("<option>{}</option>");

  private ConsolePage() {}

  /** The console with its map as it is now; everything else comes by its script. */
  public static Page of(List<FleetMap.FleetLoad> loads) {
    Html map = FleetMap.picture("Loads on a map of the United States", loads);
    Html body = Holder.BODY.with(map, operations(), kinds());
    return PageShell.live(Holder.STYLE, Holder.SCRIPT).page("Freight server console", body);
  }

  private static Html operations() {
    List<Html> options = new ArrayList<>();
    options.add(OPTION.with("*"));
    for (Operation operation : Operation.values()) options.add(OPTION.with(operation.id()));
    return Html.joined(options);
  }

  private static Html kinds() {
    List<Html> options = new ArrayList<>();
    for (Fault.Kind kind : Fault.Kind.values()) options.add(OPTION.with(kind));
    return Html.joined(options);
  }

  private static final class Holder {
    static final Template BODY =
        Template.of(
            new String(Asset.bytes(Asset.class, "console/console.html"), StandardCharsets.UTF_8));
    static final Asset STYLE = Asset.read("base.css", "map/map.css", "console/console.css");
    static final Asset SCRIPT = Asset.read("console/console.js");
  }
}
