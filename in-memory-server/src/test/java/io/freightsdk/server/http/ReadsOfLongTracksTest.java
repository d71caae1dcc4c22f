package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A read has the latest 500 fixes, and costs the server the same however many there are. */
class ReadsOfLongTracksTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  /** What is allocated counts the work: each fix, place and time that is looked at is an object. */
  @Test
  void aReadOfFiveThousandFixesCostsWhatOneOfFiveHundredCosts() {
    String shorter = loadWith(500);
    String longer = loadWith(5_000);
    for (int warm = 0; warm < 20; warm++) {
      cost(shorter);
      cost(longer);
    }

    assertThat(cost(longer)).isCloseTo(cost(shorter), withinPercentage(10));
  }

  private String loadWith(int fixes) {
    String load =
        service.client().post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    List<Fix> drive = new ArrayList<>();
    for (int i = 0; i < fixes; i++) {
      Coordinates at = new Coordinates(39.1031, -84.5120).travel(180, i * 100);
      drive.add(new Fix(NOW.minusSeconds(60L * (fixes - i)), at, 8.0, 4.0, 180));
    }
    assertThat(service.server().addFixes(load, drive).accepted()).isEqualTo(fixes);
    return load;
  }

  /** The least of some reads: whatever else allocates on this thread now and then is not theirs. */
  private long cost(String load) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = MEMORY.getCurrentThreadAllocatedBytes();
      ServerInProcess.Answer answer =
          ServerInProcess.ask(
              service.server(),
              "GET",
              "/v1/agent/loads/" + load,
              List.of(Map.entry("Authorization", "Bearer " + service.broker().agentKey())),
              new byte[0]);
      least = Math.min(least, MEMORY.getCurrentThreadAllocatedBytes() - before);
      assertThat(answer.status()).isEqualTo(200);
    }
    return least;
  }
}
