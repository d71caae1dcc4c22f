package io.freightsdk.documentation;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.junit.FreightServerTest;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The examples in the Javadoc of {@code Driver}, {@code Load}, {@code Faults} and others. */
@FreightServerTest
class JavadocExamplesIT {
  @Test
  void budgetServiceAllowsACall(Broker broker) {
    SpendGuard budget =
        new SpendGuard() {
          @Override
          public Decision reserve(Purchase purchase) {
            return new Reservation(purchase);
          }

          @Override
          public Charge complete(Purchase purchase, Outcome outcome) {
            return purchase.charge(outcome.kind());
          }
        };
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(broker.baseUrl())
            .agentKey(broker.agentKey())
            .spendGuard(budget)
            .build()) {
      assertThat(client.createLoad(SnippetRunner.input()).charge())
          .isEqualTo(Charge.charged("0.65"));
    }
  }

  @Test
  void loadInTransitHasATrack(InMemoryFreightServer server, FreightClient client) {
    String loadNumber = client.createLoad(SnippetRunner.input()).loadNumber();
    server.driver(loadNumber).driveUntil(LoadStatus.IN_TRANSIT);
    assertThat(client.getLoadPosition(loadNumber).gpsTrack()).isNotEmpty();
  }

  @Test
  void recordedDriveIsSent(InMemoryFreightServer server, FreightClient client) {
    String loadNumber = client.createLoad(SnippetRunner.input()).loadNumber();
    Instant start = server.clock().now();
    List<Fix> drive =
        List.of(
            Fix.of(start, 39.1300, -84.5153, 8),
            Fix.of(start.plusSeconds(180), 39.1136, -84.5153, 8));
    server.send(loadNumber, drive.stream().map(fix -> new SentFix(fix.time(), fix)).toList());
    assertThat(server).load(loadNumber).hasPings(2);
  }

  @Test
  void explanationNamesTheSideOfTheFence(InMemoryFreightServer server, FreightClient client) {
    String loadNumber = client.createLoad(SnippetRunner.input()).loadNumber();
    server.driver(loadNumber).ping(39.30, -84.50);
    FixExplanation fix = server.load(loadNumber).explain().get(0);
    assertThat(fix.fences().get(0).side()).isEqualTo("OUTSIDE");
  }

  @Test
  void inaccurateFixIsNoArrival(InMemoryFreightServer server, FreightClient client) {
    String loadNumber = client.createLoad(SnippetRunner.input()).loadNumber();
    server.driver(loadNumber).accuracyMeters(400).ping(39.1136, -84.5153);
    assertThat(server).load(loadNumber).hasStatus(LoadStatus.PLANNED);
  }

  @Test
  void clientSurvivesOneFailureInTenCalls(Broker broker, FreightClient client) {
    Random random = new Random(7);
    for (int read = 0; read < 20; read++) {
      if (random.nextInt(10) == 0) broker.faults().next(null, Fault.closeBeforeProcessing());
      client.getBalance();
    }
    assertThat(broker.requests()).hasSizeGreaterThan(20);
  }
}
