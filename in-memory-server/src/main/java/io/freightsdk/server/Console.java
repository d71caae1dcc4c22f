package io.freightsdk.server;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.PageViews;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.Load;
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

/** The console page and the map on it. */
final class Console {
  private static final int MOST_LOADS = 60;

  private final InMemoryFreightServer server;
  private final FreightService service;

  Console(InMemoryFreightServer server, FreightService service) {
    this.server = server;
    this.service = service;
  }

  Answer page(Call call) {
    return Answer.page(ConsolePage.of(fleet()));
  }

  /** The loads drawn on the country, as one SVG group that the page puts in place. */
  Answer map(Call call) {
    Html layer = FleetMap.update(fleet());
    return Answer.of(200, "image/svg+xml", layer.markup().getBytes(StandardCharsets.UTF_8));
  }

  private List<FleetMap.FleetLoad> fleet() {
    Instant now = server.clock().now();
    List<FleetMap.FleetLoad> fleet = new ArrayList<>();
    for (Load load : service.newestLoads(MOST_LOADS)) {
      TrackView view = PageViews.track(load, now);
      String name = view.loadNumber() + ", " + Wording.badge(view.status());
      String link = "/track/" + load.ids().trackingToken();
      String tone = Wording.tone(view.status());
      fleet.add(new FleetMap.FleetLoad(name, link, tone, TrackPage.mapView(view)));
    }
    return fleet;
  }
}
