package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.sim.SentFix;
import io.freightsdk.server.support.Http;
import io.freightsdk.testsupport.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DemoFleetTest {
  private static final Pattern LATE =
      Pattern.compile("class=\"arrival late\">.*class=\"note\">(.*?)</p>");

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .frozenClock()
          .clockStart(DemoFleet.startTime())
          // Enough for six loads and the reads of their drives, not for six more.
          .broker(BrokerSettings.DEFAULT.withBalance("5.00"))
          .start();
  private final DemoFleet fleet = DemoFleet.start(server, server.initialBrokers().get(0));

  @AfterEach
  void close() {
    fleet.close();
    server.close();
  }

  @Test
  void theFirstLookShowsTrucksOnTheRoad() {
    List<LoadView> loads = server.loads(100);

    assertThat(loads).hasSize(6);
    assertThat(loads).allSatisfy(load -> assertThat(load.pingCount()).isPositive());
    assertThat(loads)
        .filteredOn(load -> load.status().equals(LoadStatus.IN_TRANSIT))
        .hasSizeGreaterThan(3);
    assertThat(server.sms().messages()).hasSize(6);
  }

  @Test
  void whereTheServerHasNoFirstBrokerAnotherPays() {
    try (InMemoryFreightServer own =
            InMemoryFreightServer.builder()
                .frozenClock()
                .clockStart(DemoFleet.startTime())
                .start();
        DemoFleet there = DemoFleet.start(own, own.createBroker("5.00"))) {
      assertThat(there).isNotNull();
      assertThat(own.loads(100)).hasSize(6);
    }
  }

  /** What the customer's page says on the way: never late, because every truck comes in time. */
  @Test
  @Thorough("seven drives of two days, looked at each half hour")
  void noTruckIsExpectedLateAndAllComeInTime() throws IOException {
    List<String> late = new ArrayList<>();
    for (DemoLane lane : DemoLane.ALL) {
      try (InMemoryFreightServer own =
          InMemoryFreightServer.builder()
              .frozenClock()
              .clockStart(DemoFleet.startTime())
              .windowLength(DemoFleet.WINDOWS)
              .broker(BrokerSettings.DEFAULT.withBalance(new BigDecimal("100.00")))
              .start()) {
        Instant now = own.clock().now();
        DemoDispatcher dispatcher =
            new DemoDispatcher(own.baseUrl(), () -> own.initialBrokers().get(0).agentKey());
        String number = dispatcher.create(lane, now);
        String page = "/track/" + own.load(number).view().trackingToken();
        List<Fix> due = new ArrayList<>();
        for (SentFix sent : lane.truck(now, 1)) {
          if (Duration.between(now, sent.sentAt()).toMinutes() >= 30) {
            now = sent.sentAt();
            own.clock().set(now);
            own.addFixes(number, due);
            due.clear();
            String html = Http.to(own).get(page).text();
            Matcher note = LATE.matcher(html);
            if (note.find()) late.add(lane.shipper() + ": " + note.group(1));
          }
          due.add(sent.fix());
        }
        own.addFixes(number, due);
        assertThat(own.load(number).view().status()).isEqualTo(LoadStatus.DELIVERED);
        assertThat(own.load(number).view().deliveredAt()).isNotNull();
      }
    }
    assertThat(late).isEmpty();
  }

  @Test
  void aLoadThatIsDoneIsFollowedByAnotherAndTheDemonstrationNeverRunsDry() {
    server.clock().advance(Duration.ofDays(3));
    awaitLoad(12);

    assertThat(server.loads(100)).hasSize(12);
    assertThat(delivered()).isEqualTo(6);
  }

  @Test
  void afterAResetTheFleetStartsAnew() {
    server.reset();
    awaitLoad(6);

    assertThat(server.loads(100)).hasSize(6);
  }

  @Test
  void aBalanceTooSmallForTheDemonstrationIsSaidInOneLine() {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    int code =
        Main.run(
            List.of("--port", "0", "--demo", "--balance", "1"),
            print(new ByteArrayOutputStream()),
            print(errors));

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .startsWith("--demo: 1.00 USD do not put its trucks on the road")
        .hasLineCount(1);
  }

  private static PrintStream print(ByteArrayOutputStream out) {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }

  /** A driver is texted the link once the load is there; numbers are drawn in sequence. */
  private void awaitLoad(int number) {
    String end = String.format(Locale.ROOT, "-%04d", number);
    server.sms().await(sms -> sms.loadNumber().endsWith(end), Duration.ofSeconds(30));
  }

  private long delivered() {
    return server.loads(100).stream()
        .filter(load -> load.status().equals(LoadStatus.DELIVERED))
        .count();
  }
}
