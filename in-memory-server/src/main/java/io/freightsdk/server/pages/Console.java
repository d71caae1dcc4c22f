package io.freightsdk.server.pages;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Endpoint;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.console.ConsolePage;
import io.freightsdk.server.web.map.FleetMap;
import io.freightsdk.server.web.track.TrackPage;
import io.freightsdk.server.web.track.TrackView;
import io.freightsdk.server.web.track.Wording;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The console page and its map. */
public final class Console {
  private static final int MOST_LOADS = 60;

  private final FreightService service;
  private final VirtualClock clock;

  public Console(FreightService service, VirtualClock clock) {
    this.service = service;
    this.clock = clock;
  }

  public List<Endpoint> routes() {
    return List.of(
        Endpoint.unrecorded("GET", "/__admin/", this::page),
        Endpoint.unrecorded("GET", "/__admin/map", this::map));
  }

  private Response page(Call call) {
    List<String> operations = Stream.of(Operation.values()).map(Operation::id).toList();
    List<String> kinds = Stream.of(Fault.Kind.values()).map(Enum::name).toList();
    return PageRoutes.page(ConsolePage.of(operations, kinds));
  }

  /** The newest loads drawn as one SVG group; the whole picture when {@code frame} is another. */
  private Response map(Call call) {
    List<FleetMap.FleetLoad> fleet = fleet();
    boolean whole =
        call.query("frame") != null && !FleetMap.frame(fleet).equals(call.query("frame"));
    Html map = whole ? FleetMap.picture(ConsolePage.MAP, fleet) : FleetMap.update(fleet);
    return Response.of(200, "image/svg+xml", map.markup().getBytes(StandardCharsets.UTF_8));
  }

  private List<FleetMap.FleetLoad> fleet() {
    Instant now = clock.now();
    List<FleetMap.FleetLoad> fleet = new ArrayList<>();
    for (TrackedLoad load : service.loads().newest(0, MOST_LOADS)) {
      TrackView view = PageViews.track(load, now);
      String name = view.loadNumber() + ", " + Wording.badge(view.status());
      String link = "#view=loads&load=" + view.loadNumber();
      String tone = Wording.tone(view.status());
      fleet.add(new FleetMap.FleetLoad(name, link, tone, TrackPage.mapView(view)));
    }
    return fleet;
  }
}
