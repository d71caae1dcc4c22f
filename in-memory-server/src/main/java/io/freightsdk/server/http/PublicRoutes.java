package io.freightsdk.server.http;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The routes without an agent key: a driver's ping, the load of a tracking link, and the API
 * description. Phones and browsers have the token of their link instead. {@code GET
 * /api/track/{trackingToken}} is published. This server's own tracking page reads more, from {@code
 * PageRoutes}.
 */
final class PublicRoutes {
  private final FreightService service;

  PublicRoutes(FreightService service) {
    this.service = service;
  }

  List<Endpoint> routes() {
    return List.of(
        Endpoint.of("POST", "/api/driver/{driverToken}/ping", this::receivePing),
        Endpoint.of("GET", "/api/track/{trackingToken}", this::track),
        Endpoint.of("GET", "/openapi.yaml", context -> openApi()));
  }

  private Response receivePing(RequestContext context) throws IOException {
    Map<?, ?> body = context.jsonObject();
    PingVerdict verdict =
        service.pings().receive(context.parameter("driverToken"), PingJson.read(body));
    if (!verdict.isAccepted()) context.note("fix refused: " + verdict.refusalCode());
    return PingJson.response(verdict, service.pings()::newPingId);
  }

  private Response track(RequestContext context) {
    StoredLoad load = service.linkAccess().loadForCustomer(context.parameter("trackingToken"));
    return JsonText.response(200, load.read(trip -> json(load, trip)));
  }

  private static Response openApi() {
    byte[] yaml = FreightApiDescription.yaml().getBytes(StandardCharsets.UTF_8);
    return Response.of(200, "application/yaml", yaml);
  }

  /** A load for its public page, which shows no broker, rate or phone. */
  private static Map<String, @Nullable Object> json(StoredLoad load, LoadTrip trip) {
    Progress progress = trip.progress();
    return JsonText.object(
        "loadNumber", load.ids().loadNumber(),
        "status", progress.status(),
        "createdAt", load.ids().createdAt(),
        "deliveredAt", progress.deliveredAt(),
        "stops", PositionJson.stops(progress),
        "lastLocation", location(trip.track().lastFix()));
  }

  private static @Nullable Map<String, @Nullable Object> location(@Nullable Fix last) {
    if (last == null) return null;
    return JsonText.object(
        "lat", last.coordinates().lat(),
        "lng", last.coordinates().lng(),
        "timestamp", last.time(),
        "speedMph", PositionFigures.oneDecimal(last.speedMph()));
  }
}
