package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.testing.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An instance starts while another one has an open transaction that has booked, for example during
 * an import or at a breakpoint. The transaction ends after the checks of a test.
 */
class StartWhileBookingIT extends JobsFixture {
  Connection open;

  @BeforeEach
  void book() throws SQLException {
    FreightJobs jobs = builder().build();
    jobs.createTables();
    open = openBooking(jobs, "PO-open");
  }

  @AfterEach
  void end() throws SQLException {
    if (open.isClosed()) return;
    open.rollback();
    open.close();
  }

  private Connection openBooking(FreightJobs jobs, String reference) throws SQLException {
    Connection transaction = database.getConnection();
    transaction.setAutoCommit(false);
    jobs.book(transaction, reference, LOAD, null);
    return transaction;
  }

  /** Creates the tables, as an instance does before it starts. Fails after a long timeout. */
  FreightJobs createTables() throws Exception {
    FreightJobs jobs = builder().build();
    CompletableFuture.runAsync(jobs::createTables, callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
    return jobs;
  }

  @Test
  void startLocksNoExistingTable() throws Exception {
    FreightJobs jobs = createTables();
    assertThat(jobs.find("PO-open")).isEmpty();
    assertThat(count("freight_orders")).isZero();
  }

  /** On SQLite, a start that writes would wait for the transaction and fail. */
  @Test
  void startWithTheSameBudgetDoesNotWait() throws Exception {
    open.rollback();
    open.close();
    execute(
        "INSERT INTO freight_read_queue (jobs, usd_per_day, next_place_at)"
            + " VALUES ('jobs', '2', '2026-01-01 00:00:00')");
    open = openBooking(builder().build(), "PO-open");
    startInTime(builder().readBudgetPerDay("2.00"));
  }

  @Test
  void aStartWithoutABudgetDoesNotWait() throws Exception {
    startInTime(builder());
  }

  private void startInTime(FreightJobs.Builder builder) throws Exception {
    CompletableFuture.supplyAsync(() -> start(builder), callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void threeInstancesStartInTurnAndProcessAllBookings() throws Exception {
    assumeManyWrite();
    for (String reference : List.of("PO-1", "PO-2", "PO-3")) {
      FreightJobs jobs = start(builder());
      assertThat(book(jobs, reference, LOAD)).isEqualTo(BookResult.Result.STORED);
      BookedLoad unused = listener.awaitBooked(reference);
    }
    open.commit();
    BookedLoad unused = listener.awaitBooked("PO-open");
  }

  /** SQLite allows only one open transaction that writes. */
  private void assumeManyWrite() {
    assumeThat(url).doesNotStartWith("jdbc:sqlite:");
  }
}
