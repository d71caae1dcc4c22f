package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.NextStep;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import okhttp3.OkHttpClient;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptIT {
  /** A database in a file closes it for all its connections when a thread is interrupted there. */
  @Test
  void anInterruptDuringACreationDoesNotReachTheDatabase(@TempDir Path folder) throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:file:" + folder.resolve("outbox") + ";WRITE_DELAY=0");
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().start();
        Connection beside = database.getConnection();
        Statement statement = beside.createStatement()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .retryPolicy(RetryPolicy.none())
              .httpClient(
                  new OkHttpClient.Builder()
                      .addInterceptor(
                          chain -> {
                            Thread.currentThread().interrupt();
                            return chain.proceed(chain.request());
                          })
                      .build())
              .build()) {
        Outbox outbox = Outbox.of(database, client);
        outbox.book("PO-1", Wishes.wish());

        Booking waits = outbox.send("PO-1");

        assertThat(Thread.interrupted()).as("the caller hears of it").isTrue();
        assertThat(waits.failure()).contains("interrupted");
        assertThat(waits.nextStep()).isNotEqualTo(NextStep.FIX_REQUEST);
        try (ResultSet row = statement.executeQuery("SELECT lease_us FROM freight_outbox")) {
          assertThat(row.next()).isTrue();
          assertThat(row.getLong(1)).as("free to be sent again").isZero();
        }
      } finally {
        boolean unused = Thread.interrupted();
      }
    }
  }
}
