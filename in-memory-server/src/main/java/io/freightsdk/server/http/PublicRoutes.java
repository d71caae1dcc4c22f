package io.freightsdk.server.http;

import io.freightsdk.model.FreightApiDescription;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.domain.trip.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.json.JsonObjects;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.Tracking;
import io.freightsdk.server.service.load.PlacedStop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What drivers' phones and customers' browsers use: no key, only the token in the link. */
final class PublicRoutes {
  private final FreightService service;

  PublicRoutes(FreightService service) {
    this.service = service;
  }

  List<Route> routes() {
    return List.of(
        Route.of("POST", "/api/driver/{driverToken}/ping", this::ping),
        Route.of("GET", "/api/track/{trackingToken}", this::track),
        Route.of("GET", "/openapi.yaml", call -> description()));
  }

  private Answer ping(Call call) throws IOException {
    Map<?, ?> body = JsonBody.object(call);
    return PingJson.answer(
        service.pings().receive(call.parameter("driverToken"), PingJson.read(body)));
  }

  private Answer track(Call call) {
    return Answer.json(
        200, json(service.tracking().view(call.parameter("trackingToken"), call.client())));
  }

  private static Answer description() {
    byte[] yaml = FreightApiDescription.yaml().getBytes(StandardCharsets.UTF_8);
    return Answer.of(200, "application/yaml", yaml);
  }

  private static Map<String, @Nullable Object> json(Tracking.PublicView view) {
    Progress progress = view.progress();
    return JsonObjects.object(
        "loadNumber", view.load().ids().loadNumber(),
        "status", progress.status(),
        "createdAt", view.load().ids().createdAt(),
        "deliveredAt", progress.deliveredAt(),
        "stops", stops(view.load().stops(), progress),
        "lastLocation", location(view.last()));
  }

  private static List<Map<String, @Nullable Object>> stops(
      List<PlacedStop> stops, Progress progress) {
    List<Map<String, @Nullable Object>> result = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      PlacedStop stop = stops.get(i);
      StopVisit visit = progress.stops().get(i);
      boolean pickup = stop.plan().kind() == StopKind.PICKUP;
      result.add(
          JsonObjects.object(
              "type", pickup ? StopType.PICKUP : StopType.DELIVERY,
              "sequence", stop.plan().sequence(),
              "city", stop.order().city(),
              "state", stop.order().state(),
              "windowFrom", stop.plan().windowFrom(),
              "windowTo", stop.plan().windowTo(),
              "arrivedAt", visit.arrivedAt(),
              "departedAt", visit.departedAt()));
    }
    return result;
  }

  private static @Nullable Map<String, @Nullable Object> location(@Nullable Fix last) {
    if (last == null) return null;
    return JsonObjects.object(
        "lat", last.at().lat(),
        "lng", last.at().lng(),
        "timestamp", last.time(),
        "speedMph", PositionJson.oneDecimal(last.speedMph()));
  }
}
