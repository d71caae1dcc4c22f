package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.freightsdk.FreightClient;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.StartsAtOnce;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever starts at once on an empty database starts. */
class StartsAtOnceIT {
  private final FreightClient client =
      FreightClient.builder().baseUrl("http://127.0.0.1:1").agentKey("k").build();

  @AfterEach
  void close() {
    client.close();
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.StartsAtOnce#starts")
  void outboxesOpenForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          assertThat(Outbox.of(database, client).find("PO-1")).isNull();
        });
  }

  /** A slow request, or one in a debugger: neither a start nor a booking waits for it. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aStartWaitsForNoTransactionThatHasBooked(EmptyDatabase kind) throws Exception {
    DataSource database = TestDatabases.of(kind.make());
    Outbox running = Outbox.of(database, client);
    try (Connection open = database.getConnection()) {
      open.setAutoCommit(false);
      Booking unused = running.book(open, "PO-1", Wishes.wish());
      assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () -> {
            Outbox started = Outbox.of(database, client);
            assertThat(started.book("PO-2", Wishes.wish()).isBooked()).isFalse();
          });
      open.commit();
    }
    assertThat(running.list(Booking.State.OPEN, 10)).hasSize(2);
  }
}
