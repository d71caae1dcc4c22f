package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.freightsdk.testing.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class JobsSchedulerTest {
  @Test
  @SuppressWarnings("try")
  void pollsGoOnWhateverOneOfThemThrows() {
    AtomicLong nanos = new AtomicLong();
    ListenerCalls calls = new ListenerCalls(1, nanos::get);
    calls.begin("order PO-1");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    AtomicInteger polls = new AtomicInteger();
    LongSupplier fails =
        () -> {
          polls.incrementAndGet();
          throw new StackOverflowError();
        };
    try (JobsScheduler unused =
        new JobsScheduler(idle(), Duration.ofMillis(1), calls, fails, "the listener")) {
      Eventually.until(polls::get, times -> times >= 3);
    }
  }

  private static Scheduler idle() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    new JobsDatabase(h2).createTables();
    return Scheduler.create(h2, List.of()).tableName(TaskTable.NAME).threads(1).build();
  }
}
