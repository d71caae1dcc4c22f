package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import io.freightsdk.server.ServerInProcess.Answer;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Heap;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.testsupport.Size;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A load that was on the road for four years (in each build for a month), seen through the
 * service's own doors.
 */
class MillionFixesTest {
  private static final int FIXES = Size.of(20_000, 1_000_000);
  private static final int BATCH = 50_000;

  /** Among few fixes whatever else the heap gains meanwhile weighs more. */
  private static final double MAX_BYTES_PER_FIX = Size.of(80, 40);

  private static final int READS = Size.of(40, 400);

  /** So that a thousand cover the day whose hours of service an ETA looks at. */
  private static final Duration SPACING = Duration.ofMinutes(2);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @AutoClose
  private final Service service = Service.of(InMemoryFreightServer.builder().frozenClock());

  private final Instant latest = service.server().clock().now();

  @Test
  void aReadCostsTheSameAfterAThousandFixesAsAfterAMillionAndAFixTakesFortyBytes() {
    String shorter = service.createLoad();
    drive(shorter, 1_000);
    String longer = shorter;
    double bytesPerFix = Double.MAX_VALUE;
    // Threads of tests that are over may keep something meanwhile, but not each time.
    for (int tries = 0; tries < 3 && bytesPerFix >= MAX_BYTES_PER_FIX; tries++) {
      longer = service.createLoad();
      long before = Heap.usedBytes();
      drive(longer, FIXES);
      bytesPerFix = (double) (Heap.usedBytes() - before) / FIXES;
    }
    assertThat(bytesPerFix).as("bytes a fix").isLessThan(MAX_BYTES_PER_FIX);

    assertThat(answer(longer)).isEqualTo(answer(shorter));
    assertSameCost(shorter, longer);
  }

  /**
   * By what a read allocates, which does not depend on what else the machine does. Seen: equal to
   * 0.01 %.
   */
  private void assertSameCost(String shorter, String longer) {
    long ofShorter = 0;
    long ofLonger = 0;
    // In turn, so that what the compiler does meanwhile falls on both.
    for (int i = 0; i < READS; i++) {
      long shortRead = bytesOfARead(shorter);
      long longRead = bytesOfARead(longer);
      if (i < READS / 2) continue;
      ofShorter += shortRead;
      ofLonger += longRead;
    }
    assertThat(ofLonger)
        .as("bytes allocated by %d reads", READS / 2)
        .isCloseTo(ofShorter, withinPercentage(2));
  }

  /** To and fro, 10 to 90 km north of the pickup; the last fix is now. */
  private void drive(String loadNumber, int fixes) {
    for (int from = 0; from < fixes; from += BATCH) {
      List<Fix> batch = new ArrayList<>();
      for (int i = from; i < Math.min(fixes, from + BATCH); i++) {
        int untilLast = fixes - 1 - i;
        double lat = 39.2 + 0.0072 * Math.abs(untilLast % 200 - 100);
        batch.add(Fix.of(latest.minus(SPACING.multipliedBy(untilLast)), lat, -84.512, 10));
      }
      assertThat(service.server().addFixes(loadNumber, batch).refused()).isEmpty();
    }
  }

  /** What a read answers beside what must differ. */
  private String answer(String loadNumber) {
    Http.Reply reply = service.read(loadNumber);
    assertThat(reply.json().size("gpsTrack")).isEqualTo(500);
    return reply
        .text()
        .replaceAll("\"(loadNumber|pingpointLoadId)\":\"[^\"]+\"", "")
        .replaceAll("\"(distanceMiles|pingCount)\":[0-9.]+", "");
  }

  /** Of an answer that was checked before. */
  private long bytesOfARead(String loadNumber) {
    List<Map.Entry<String, String>> key =
        List.of(Map.entry("Authorization", "Bearer " + service.broker().agentKey()));
    String path = "/v1/agent/loads/" + loadNumber;
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    Answer answer = ServerInProcess.ask(service.server(), "GET", path, key, new byte[0]);
    long bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(answer.status()).isEqualTo(200);
    return bytes;
  }
}
