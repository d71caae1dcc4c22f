package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;

class ProcessDeathIT extends MoneyOverSocketsTest {
  @Test
  void aProcessKilledBetweenDebitAndAnswerIsFinishedByTheNextOne() throws Exception {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    String url = "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:orders;DB_CLOSE_DELAY=-1";
    Process first = null;
    Process second = null;
    try {
      server.faults().next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofSeconds(60)));
      first = start(url);
      Process dying = first;
      Eventually.until(
          () -> !broker.debits().isEmpty() || !dying.isAlive(), () -> "debits " + broker.debits());
      assertThat(first.isAlive()).isTrue();
      first.destroyForcibly().waitFor(60, TimeUnit.SECONDS);

      second = start(url);
      String output =
          new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
      assertThat(broker.debits()).hasSize(1);
      String load = broker.debits().get(0).loadNumber();
      // One load, charged once in the shared ledger, under a limit with room for one load only.
      assertThat(output).isEqualTo(load + " CHARGED 0.65 0.00");
      assertThat(debited()).isEqualByComparingTo(CREATE);
    } finally {
      if (first != null) first.destroyForcibly();
      if (second != null) second.destroyForcibly();
      database.stop();
    }
  }

  private Process start(String jdbcUrl) throws Exception {
    return new ProcessBuilder(
            ChildJvm.program(OrderProcess.class, server.baseUrl(), broker.agentKey(), jdbcUrl))
        .redirectErrorStream(true)
        .start();
  }
}
