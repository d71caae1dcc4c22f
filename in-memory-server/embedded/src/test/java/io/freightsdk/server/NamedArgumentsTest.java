package io.freightsdk.server;

import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.sim.Recording;
import io.freightsdk.server.support.Service;
import io.freightsdk.testsupport.NamedNulls;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String load = service.createLoad();
      NamedNulls.of(InMemoryFreightServer.class)
          .with(InMemoryFreightServer.class, () -> service.server())
          .with(Driver.class, () -> service.server().driver(load))
          .with(Recording.class, () -> new Recording(List.of(Fix.of(Instant.EPOCH, 1, 1, 1))))
          .without(ServerRoutes.class)
          .without(ServerInside.class)
          .with("loadNumber", load)
          .areRefused(80);
    }
  }
}
