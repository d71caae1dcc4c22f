package io.freightsdk.examples.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.examples.outbox.CrashingProcess.At;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testsupport.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OutboxTest {
  private static final int KILLED = 137;

  @TempDir Path folder;
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AfterEach
  void close() {
    server.close();
  }

  /** Every step; in each build one, because a test below takes the other that tells most. */
  static Stream<At> steps() {
    return EnumSet.complementOf(EnumSet.of(At.NOWHERE)).stream()
        .skip(Size.of(3, 0))
        .limit(Size.of(1, At.values().length));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void aProcessKilledAtAnyStepAndStartedAgainMakesOneLoadAndOneDebit(At crash) throws Exception {
    assertThat(run(crash)).isEqualTo(KILLED);
    assertThat(run(At.NOWHERE)).isZero();
    assertOneLoad();
  }

  @Test
  void aRestartAfterTheServiceHasForgottenTheKeyFindsTheLoadByItsReference() throws Exception {
    assertThat(run(At.AFTER_THE_ANSWER)).isEqualTo(KILLED);
    server.clock().advance(Duration.ofHours(25));
    assertThat(run(At.NOWHERE)).isZero();
    assertOneLoad();
  }

  @Test
  void aFailureKeepsTheWishForTheNextTime() throws Exception {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(403));
    assertThat(run(At.NOWHERE)).isZero();
    assertThat(cell("failure")).contains("createLoad");
    assertThat(run(At.NOWHERE)).isZero();
    assertOneLoad();
  }

  /** Why both are needed: the key alone, after its 24 hours, buys a second load. */
  @Test
  void theKeyAloneIsForgottenAfterADay() {
    CreateLoadInput wish = CrashingProcess.wish();
    CallOptions key =
        CallOptions.builder().idempotencyKey(IdempotencyKeys.derivedFrom("outbox", wish)).build();
    String first = createdByAFreshProcess(wish, key);
    assertThat(createdByAFreshProcess(wish, key)).as("within a day").isEqualTo(first);
    server.clock().advance(Duration.ofHours(25));
    assertThat(createdByAFreshProcess(wish, key)).as("after a day").isNotEqualTo(first);
    assertThat(broker.debits()).hasSize(2);
  }

  /** Why both are needed: the reference alone finds the load, but not what its creation told. */
  @Test
  void theReferenceAloneDoesNotTellTheAnswerAgain() {
    CreateLoadInput wish = CrashingProcess.wish().toBuilder().customerRef("order-4711").build();
    CallOptions key =
        CallOptions.builder().idempotencyKey(IdempotencyKeys.derivedFrom("outbox", wish)).build();
    try (FreightClient client = client()) {
      CreateLoadOutcome first = client.createLoad(wish, key);
      assertThat(client.createLoad(wish, key)).isInstanceOf(CreateLoadOutcome.Created.class);
      CreateLoadOutcome again = client.createLoad(wish);
      assertThat(again).isInstanceOf(CreateLoadOutcome.Deduplicated.class);
      assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    }
  }

  private String createdByAFreshProcess(CreateLoadInput wish, CallOptions options) {
    try (FreightClient client = client()) {
      return client.createLoad(wish, options).loadNumber();
    }
  }

  private FreightClient client() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  }

  private void assertOneLoad() throws SQLException {
    assertThat(server.loads(10)).hasSize(1);
    assertThat(cell("load_number")).isEqualTo(server.loads(1).get(0).loadNumber());
    assertThat(broker.debits()).hasSize(1);
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
  }

  private String cell(String column) throws SQLException {
    try (Connection connection = CrashingProcess.database(url()).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + column + " FROM load_outbox")) {
      assertThat(row.next()).isTrue();
      return String.valueOf(row.getString(1));
    }
  }

  private String url() {
    return "jdbc:h2:" + folder.resolve("orders") + ";WRITE_DELAY=0";
  }

  private int run(At crash) throws IOException, InterruptedException {
    ProcessBuilder process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CrashingProcess.class.getName(),
                url(),
                crash.name(),
                server.baseUrl())
            .inheritIO();
    process.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
    Process running = process.start();
    assertThat(running.waitFor(2, TimeUnit.MINUTES)).as("the process ends").isTrue();
    return running.exitValue();
  }
}
