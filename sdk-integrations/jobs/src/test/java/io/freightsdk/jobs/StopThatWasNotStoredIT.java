package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** An instance dies between two of the steps by which an order stops. */
class StopThatWasNotStoredIT extends JobsFixture {
  /** Stores the end of a run that failed. */
  private static final String ENDS_RUN = "last_failure = ?";

  /** Lets the listener be called now. */
  private static final String MAKES_DUE =
      "UPDATE freight_tasks SET execution_time = ?, version = version + 1";

  private final AtomicBoolean hasFailed = new AtomicBoolean();

  @Test
  void anOrderWhoseStopWasNotStoredGetsItsLoadAndIsNotToldToHaveStopped() throws Exception {
    server
        .faults()
        .always(Operation.CREATE_LOAD, Fault.status(413).withBody("<html>too large</html>"));
    Runnable dies =
        () -> {
          server.faults().clear();
          server.clock().advance(Duration.ofMinutes(2)); // Both rows are looked at now.
        };
    FreightJobs jobs = start(builderOn(failsOnceAfterAStop(ENDS_RUN, dies)));
    book(jobs, "PO-1", LOAD);
    listener.awaitBooked("PO-1");
    server.clock().advance(Duration.ofMinutes(2));
    pollUntil(() -> rows("freight-stopped/jobs") == 0);
    assertThat(hasFailed).isTrue();
    assertThat(listener.stopped).isEmpty();
  }

  @Test
  void anOrderThatIsRefusedAgainAfterItsInstanceDiedIsToldOnce() throws Exception {
    FreightJobs jobs = start(builderOn(failsOnceAfterAStop(ENDS_RUN, () -> {})));
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    listener.await(() -> listener.stopped.size() == 1);
    server.clock().advance(Duration.ofMinutes(2));
    pollUntil(() -> rows("freight-stopped/jobs") == 0);
    assertThat(hasFailed).isTrue();
    assertThat(listener.stopped).isEqualTo(jobs.stopped());
  }

  @Test
  void aStopIsToldLaterIfItsInstanceDiedBeforeAndTheOrderIsBookedAgain() throws Exception {
    FreightJobs jobs = start(builderOn(failsOnceAfterAStop(MAKES_DUE, () -> {})));
    book(jobs, "PO-1", LOAD.toBuilder().driverPhone("no phone").build());
    pollUntil(() -> jobs.stopped().size() == 1);
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.REPLACED);
    listener.awaitBooked("PO-1");
    server.clock().advance(Duration.ofMinutes(2));
    listener.await(() -> listener.stopped.size() == 1);
    pollUntil(() -> rows("freight-stopped/jobs") == 0);
    assertThat(hasFailed).isTrue();
  }

  private FreightJobs.Builder builderOn(DataSource source) {
    return FreightJobs.builder(source, client)
        .listener(listener)
        .intervals(QUICK)
        .clock(server.clock().asClock());
  }

  /**
   * The database, on which a statement fails once, as for an instance that dies before it.
   *
   * @param statement a part of the first one that fails once it is stored that an order stopped
   */
  private DataSource failsOnceAfterAStop(String statement, Runnable dies) {
    return Proxied.of(
        DataSource.class,
        (method, arguments) -> {
          Object result = Proxied.invoke(database, method, arguments);
          if (!(result instanceof Connection connection)) return result;
          return Proxied.of(
              Connection.class,
              (call, values) -> {
                boolean isIt =
                    call.getName().equals("prepareStatement")
                        && values[0].toString().contains(statement);
                boolean fails =
                    isIt
                        && rows("freight-stopped/jobs") == 1
                        && hasFailed.compareAndSet(false, true);
                if (fails) {
                  dies.run();
                  throw new SQLException("the instance has died");
                }
                return Proxied.invoke(connection, call, values);
              });
        });
  }
}
