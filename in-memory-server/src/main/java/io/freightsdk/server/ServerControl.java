package io.freightsdk.server;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer.Divergence;
import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PageViews;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.console.ConsolePage;
import io.freightsdk.server.web.map.FleetMap;
import io.freightsdk.server.web.track.TrackPage;
import io.freightsdk.server.web.track.TrackView;
import io.freightsdk.server.web.track.Wording;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Time, prices and faults; what the server saw, and what it chose. */
final class ServerControl {
  private final InMemoryFreightServer server;

  private final FreightService service;

  ServerControl(InMemoryFreightServer server, FreightService service) {
    this.server = server;
    this.service = service;
  }

  Answer reset(Call call) {
    server.reset();
    return AdminRoutes.ok();
  }

  Answer clock(Call call) {
    return Answer.json(200, JsonText.object("now", server.clock().now()));
  }

  Answer moveClock(Call call) throws IOException {
    Input input = Input.of(call);
    Duration advance = input.duration("advance");
    Instant set = input.instant("set");
    if ((advance == null) == (set == null)) {
      throw Input.refused("give either advance, such as PT15M, or set, an instant");
    }
    if (advance != null) server.clock().advance(advance);
    if (set != null) server.clock().set(set);
    return clock(call);
  }

  Answer prices(Call call) {
    return Answer.json(200, JsonText.object("currency", "USD", "prices", server.prices()));
  }

  /** Takes {@code {"load_create": 0.70}}, or the same under {@code prices}, as it is answered. */
  Answer changePrices(Call call) throws IOException {
    Input input = Input.of(call);
    Map<?, ?> given = input.raw("prices") instanceof Map<?, ?> inner ? inner : input.members();
    Input prices = new Input(given);
    Map<String, BigDecimal> changes = new LinkedHashMap<>();
    for (Object key : given.keySet()) {
      String name = String.valueOf(key);
      changes.put(name, prices.required(name, prices.usd(name)));
    }
    server.prices(changes);
    return prices(call);
  }

  Answer addFault(Call call) throws IOException {
    FaultRequest.read(Input.of(call)).addTo(server.faults());
    return Answer.json(201, JsonText.object("ok", true));
  }

  Answer clearFaults(Call call) {
    server.faults().clear();
    return AdminRoutes.ok();
  }

  private static final String DESCRIPTION = "admin/admin-api.yaml";

  Answer requests(Call call) {
    List<RecordedRequest> last = server.journal().last(Input.limit(call));
    return Answer.json(
        200,
        JsonText.object(
            "total",
            server.journal().total(),
            "requests",
            last.stream().map(ServerControl::json).toList()));
  }

  Answer sms(Call call) {
    String phone = call.query("phone");
    List<Sms> messages = phone == null ? server.sms().messages() : server.sms().to(phone.trim());
    return Answer.json(
        200, JsonText.object("messages", messages.stream().map(ServerControl::json).toList()));
  }

  Answer divergences(Call call) {
    return Answer.json(
        200,
        JsonText.object(
            "divergences", server.divergences().stream().map(ServerControl::json).toList()));
  }

  Answer description(Call call) throws IOException {
    try (InputStream yaml = ServerControl.class.getResourceAsStream(DESCRIPTION)) {
      if (yaml == null) throw new IOException("the jar lacks " + DESCRIPTION);
      return Answer.of(200, "application/yaml", yaml.readAllBytes());
    }
  }

  private static Map<String, @Nullable Object> json(RecordedRequest request) {
    Operation operation = request.operation();
    return JsonText.object(
        "sequence", request.sequence(),
        "requestId", request.requestId(),
        "at", request.at(),
        "connectionId", request.connectionId(),
        "method", request.method(),
        "path", request.path(),
        "operation", operation == null ? null : operation.id(),
        "brokerId", request.brokerId(),
        "idempotencyKey", request.idempotencyKey(),
        "body", request.body(),
        "status", request.status(),
        "fault", request.fault(),
        "resendOf", request.resendOf(),
        "note", request.note());
  }

  private static Map<String, @Nullable Object> json(Sms sms) {
    return JsonText.object(
        "at", sms.at(),
        "phone", sms.phone(),
        "loadNumber", sms.loadNumber(),
        "text", sms.text(),
        "link", sms.link());
  }

  private static Map<String, @Nullable Object> json(Divergence divergence) {
    return JsonText.object(
        "id", divergence.id(),
        "section", divergence.section(),
        "open", divergence.open(),
        "choice", divergence.choice(),
        "test", divergence.test());
  }

  private static final int MOST_LOADS = 60;

  /** The console. */
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
    for (io.freightsdk.server.service.Load load : service.newestLoads(MOST_LOADS)) {
      TrackView view = PageViews.track(load, now);
      String name = view.loadNumber() + ", " + Wording.badge(view.status());
      String link = "/track/" + load.ids().trackingToken();
      String tone = Wording.tone(view.status());
      fleet.add(new FleetMap.FleetLoad(name, link, tone, TrackPage.mapView(view)));
    }
    return fleet;
  }
}
