package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NewestLoadsTest {
  @Test
  void numbersOfFiveDigitsAreNewerThanThoseOfFourUnderAClockThatStandsStill() throws IOException {
    FreightService service = BareService.create();
    BigDecimal balance = new BigDecimal("100000.00");
    String id = service.accounts().open(null, balance, true, null, Scope.all()).brokerId();
    Caller caller = new Caller(Objects.requireNonNull(service.accounts().find(id)), "req_1");
    Object body = JsonText.parse(Orders.TWO_STOPS.getBytes(StandardCharsets.UTF_8));
    LoadOrder order = service.orders().read((Map<?, ?>) body);
    for (int i = 0; i < 10_001; i++) {
      service
          .creation()
          .create(
              caller,
              new LoadCreation.Request(Operation.CREATE_LOAD, order, null, 0, new Links("")));
    }

    assertThat(service.loads().newest(0, 3))
        .extracting(load -> load.ids().loadNumber())
        .containsExactly("LD-2026-10001", "LD-2026-10000", "LD-2026-9999");
    assertThat(service.loads().newest(1, 2))
        .extracting(load -> load.ids().loadNumber())
        .containsExactly("LD-2026-10000", "LD-2026-9999");
  }
}
