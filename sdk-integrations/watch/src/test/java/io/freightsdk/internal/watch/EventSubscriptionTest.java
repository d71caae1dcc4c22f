package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.watch.LoadEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventSubscriptionTest {
  @Test
  void nothingIsSignalledBeforeTheSubscriptionIs() {
    List<String> signals = new ArrayList<>();
    Flow.Subscriber<LoadEvent> subscriber =
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            signals.add("subscribed");
          }

          @Override
          public void onNext(LoadEvent event) {
            signals.add("event");
          }

          @Override
          public void onError(Throwable failure) {
            signals.add("failed");
          }

          @Override
          public void onComplete() {
            signals.add("completed");
          }
        };
    EventSubscription subscription =
        new EventSubscription(new EndedStory(), subscriber, Runnable::run, left -> {});

    subscription.signal(); // The watch ends on another thread.
    subscription.open();
    subscription.signal();

    assertThat(signals).containsExactly("subscribed", "completed");
  }

  /** What happens on another thread in the middle of a delivery happens here within it. */
  @ParameterizedTest
  @EnumSource
  void whatHappensDuringADeliveryIsDeliveredAfterIt(During during) {
    Growing story = new Growing(during);
    List<Integer> got = new ArrayList<>();
    List<Integer> nested = new ArrayList<>();
    Flow.Subscriber<LoadEvent> subscriber =
        new Flow.Subscriber<>() {
          private boolean inside;

          @Override
          public void onSubscribe(Flow.Subscription subscription) {}

          @Override
          public void onNext(LoadEvent event) {
            int number = got.size();
            got.add(number);
            if (inside) nested.add(number);
            inside = true;
            if (during == During.ON_NEXT) story.grow();
            inside = false;
          }

          @Override
          public void onError(Throwable failure) {
            throw new AssertionError(failure);
          }

          @Override
          public void onComplete() {}
        };
    story.subscription = new EventSubscription(story, subscriber, Runnable::run, left -> {});
    story.subscription.open();

    story.subscription.request(Long.MAX_VALUE);

    assertThat(got).containsExactly(0, 1, 2);
    assertThat(nested).as("delivered within a delivery").isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatAListenerHasHeardIsTaken(Leaving leaving) {
    List<String> happened = new ArrayList<>();
    EventListening[] listening = new EventListening[1];
    listening[0] =
        new EventListening(
            event -> {
              if (leaving == Leaving.REFUSES) throw new IllegalStateException("a test");
              if (leaving == Leaving.CANCELS_WHILE_IT_HEARS) listening[0].cancel(true);
              happened.add("heard");
            });
    OneEvent story =
        new OneEvent(
            happened,
            () -> {
              if (leaving == Leaving.CANCELLED_BEFORE) listening[0].cancel(true);
            });
    EventSubscription subscription =
        new EventSubscription(story, listening[0], Runnable::run, left -> {});
    subscription.open();
    subscription.signal();

    assertThat(happened)
        .containsExactlyElementsOf(
            leaving == Leaving.STAYS || leaving == Leaving.CANCELS_WHILE_IT_HEARS
                ? List.of("heard", "taken")
                : List.of());
    assertThat(listening[0].isDone()).isEqualTo(leaving != Leaving.STAYS);
  }

  private enum Leaving {
    STAYS,
    /** While the story looks up what there is to tell. */
    CANCELLED_BEFORE,
    CANCELS_WHILE_IT_HEARS,
    REFUSES
  }

  private static final class OneEvent implements EventSubscription.Story {
    private final List<String> happened;
    private final Runnable whileLooking;
    private boolean told;

    OneEvent(List<String> happened, Runnable whileLooking) {
      this.happened = happened;
      this.whileLooking = whileLooking;
    }

    @Override
    public String name() {
      return "one event";
    }

    @Override
    public EventSubscription.Ending ending() {
      return null;
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, EventSubscription.Ending ending) {
      if (!told) pending.add(Growing.EVENT);
      told = true;
      whileLooking.run();
    }

    @Override
    public void taken() {
      happened.add("taken");
    }

    @Override
    public void want() {}
  }

  /** When one more event happens. */
  private enum During {
    CATCH_UP,
    ON_NEXT,
    /** After the last look at what there is. */
    WANT
  }

  /** A story with one event, to which two more come while it is told. */
  private static final class Growing implements EventSubscription.Story {
    private static final LoadEvent EVENT = new LoadEvent.BudgetSpent("LD-1", 1, BigDecimal.ONE);

    private final During during;
    private EventSubscription subscription;
    private int made = 1;
    private int told;

    Growing(During during) {
      this.during = during;
    }

    void grow() {
      if (made == 3) return;
      made++;
      subscription.signal();
    }

    @Override
    public String name() {
      return "growing";
    }

    @Override
    public EventSubscription.Ending ending() {
      return null;
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, EventSubscription.Ending ending) {
      for (; told < made; told++) pending.add(EVENT);
      if (during == During.CATCH_UP) grow();
    }

    @Override
    public void want() {
      if (during == During.WANT) grow();
    }
  }

  private static final class EndedStory implements EventSubscription.Story {
    @Override
    public String name() {
      return "ended";
    }

    @Override
    public EventSubscription.Ending ending() {
      return EventSubscription.Ending.COMPLETE;
    }

    @Override
    public void catchUp(Queue<LoadEvent> pending, EventSubscription.Ending ending) {}

    @Override
    public void want() {}
  }
}
