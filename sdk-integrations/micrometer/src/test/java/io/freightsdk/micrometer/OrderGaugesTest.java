package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.outbox.Outbox;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class OrderGaugesTest {
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private Outbox.Waiting waiting = new Outbox.Waiting(0, 0, null);

  @Test
  void ordersWithoutALoadAreCountedAndTheOldestHasItsAge() {
    bind(Runnable::run);
    assertThat(gauge("open")).isZero();
    assertThat(gauge("refused")).isZero();
    assertThat(gauge("oldest.age")).as("none is open").isZero();

    waiting = new Outbox.Waiting(7, 2, now().minusSeconds(90));
    assertThat(gauge("open")).as("within five seconds").isZero();
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("open")).isEqualTo(7);
    assertThat(gauge("refused")).isEqualTo(2);
    assertThat(gauge("oldest.age")).isEqualTo(95);
    clock.add(Duration.ofSeconds(4));
    assertThat(gauge("oldest.age")).as("it grows between two readings").isEqualTo(99);
  }

  /** The clock of another process may be ahead. */
  @Test
  void noOrderIsYoungerThanNothing() {
    waiting = new Outbox.Waiting(1, 0, now().plusSeconds(2));
    bind(Runnable::run);
    assertThat(gauge("oldest.age")).isZero();
  }

  /** A database that hangs is a task that is not run. */
  @Test
  void aScrapeNeverWaitsAndShowsNaNWhileTheDatabaseHangs() {
    waiting = new Outbox.Waiting(1, 0, now());
    Queue<Runnable> readings = new ArrayDeque<>();
    bind(readings::add);
    scrape();
    assertThat(gauge("open")).as("not read yet").isNaN();
    assertThat(gauge("refused")).isNaN();
    assertThat(gauge("oldest.age")).isNaN();
    assertThat(readings).as("one for all three").hasSize(1);
    readings.remove().run();
    assertThat(gauge("open")).isOne();

    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("open")).as("the last reading").isOne();
    clock.add(Duration.ofSeconds(10));
    scrape();
    assertThat(gauge("open")).isNaN();
    assertThat(readings).as("however often it is scraped").hasSize(1);
    readings.remove().run();
    assertThat(gauge("open")).isOne();
  }

  @Test
  void aReadingThatFailedIsNaNAndTriedAgain() {
    Outbox.Waiting stored = waiting;
    waiting = null;
    bind(Runnable::run);
    assertThat(gauge("refused")).isNaN();
    waiting = stored;
    assertThat(gauge("refused")).as("within five seconds").isNaN();
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("refused")).isZero();
  }

  private void bind(Executor background) {
    new OrderGauges(this::read, registry, Tags.empty(), background).register();
  }

  private Outbox.Waiting read() {
    if (waiting == null) throw new IllegalStateException("the database is gone");
    return waiting;
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.wallTime());
  }

  private void scrape() {
    for (Meter meter : registry.getMeters()) meter.measure().forEach(one -> one.getValue());
  }

  private double gauge(String name) {
    return registry.get("freight.outbox." + name).gauge().value();
  }
}
