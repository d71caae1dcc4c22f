package io.freightsdk.server;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.json.JsonObjects;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Time, prices and faults. */
final class ServerControl {
  private final InMemoryFreightServer server;

  ServerControl(InMemoryFreightServer server) {
    this.server = server;
  }

  Answer reset(Call call) {
    server.reset();
    return AdminRoutes.ok();
  }

  Answer clock(Call call) {
    return Answer.json(200, JsonObjects.object("now", server.clock().now()));
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
    return Answer.json(200, JsonObjects.object("currency", "USD", "prices", server.prices()));
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
    return Answer.json(201, JsonObjects.object("ok", true));
  }

  Answer clearFaults(Call call) {
    server.faults().clear();
    return AdminRoutes.ok();
  }
}
