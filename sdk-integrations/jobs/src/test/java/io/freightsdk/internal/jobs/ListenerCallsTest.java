package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenerCallsTest {
  private final Warnings warnings = new Warnings();
  private final AtomicLong nanos = new AtomicLong();
  private final ListenerCalls calls = new ListenerCalls(5, nanos::get);

  @AfterEach
  void stop() {
    warnings.close();
  }

  @Test
  void halfOfTheThreadsAreInTheListener() {
    ListenerCalls.Permit first = calls.begin("order PO-1");
    assertThat(first).isNotNull();
    assertThat(calls.areAllBusy()).isFalse();
    assertThat(calls.begin("order PO-2")).isNotNull();
    assertThat(calls.areAllBusy()).isTrue();
    assertThat(calls.begin("order PO-3")).isNull();
    first.close();
    assertThat(calls.areAllBusy()).isFalse();
    assertThat(calls.begin("order PO-3")).isNotNull();
  }

  @Test
  void ofOneThreadTheListenerMayHaveIt() {
    ListenerCalls one = new ListenerCalls(1, nanos::get);
    assertThat(one.begin("order PO-1")).isNotNull();
    assertThat(one.areAllBusy()).isTrue();
  }

  @Test
  void aListenerThatDoesNotReturnIsNamedWithWhatItWasCalledForAndHowManyWait() {
    calls.begin("load LD-1");
    calls.begin("order PO-2");
    after(Duration.ofSeconds(29));
    assertThat(warnings.all).isEmpty();
    after(Duration.ofSeconds(2));
    assertThat(warnings.all).hasSize(1);
    assertThat(warnings.all.get(0))
        .contains("com.acme.Mail", "31 seconds", "load LD-1", "order PO-2", "17 more wait");
    after(Duration.ofMinutes(9));
    assertThat(warnings.all).as("once in a while").hasSize(1);
    after(Duration.ofMinutes(2));
    assertThat(warnings.all).hasSize(2);
  }

  @Test
  void aSingleCallThatDoesNotReturnIsNamedAfterTenMinutes() {
    calls.begin("load LD-1");
    after(Duration.ofMinutes(9));
    assertThat(warnings.all).as("others are delivered").isEmpty();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    calls.begin("order PO-2");
    after(Duration.ZERO);
    assertThat(warnings.all).hasSize(1);
    assertThat(warnings.all.get(0)).contains("600 seconds", "load LD-1").doesNotContain("PO-2");
  }

  @Test
  void aListenerWhoseTextCannotBeMadeIsNamedByItsClass() {
    calls.begin("load LD-1");
    calls.begin("order PO-2");
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    calls.warnIfStuck(new Cyclic(), () -> 17);
    assertThat(warnings.all).hasSize(1);
    assertThat(warnings.all.get(0)).contains(Cyclic.class.getName(), "31 seconds");
  }

  private static final class Cyclic {
    @Override
    public String toString() {
      throw new StackOverflowError();
    }
  }

  @Test
  void aListenerThatIsOnlySlowIsNoWarning() {
    ListenerCalls.Permit slow = calls.begin("load LD-1");
    calls.begin("order PO-2");
    after(Duration.ofSeconds(20));
    slow.close();
    calls.begin("order PO-3");
    after(Duration.ofSeconds(20));
    assertThat(warnings.all).as("one of them began 20 seconds ago").isEmpty();
  }

  private void after(Duration time) {
    nanos.addAndGet(time.toNanos());
    calls.warnIfStuck("com.acme.Mail", () -> 17);
  }
}
