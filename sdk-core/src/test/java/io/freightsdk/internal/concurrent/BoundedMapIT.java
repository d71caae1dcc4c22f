package io.freightsdk.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedMapIT {
  private final BoundedMap<String, Integer> map = new BoundedMap<>(3);

  @Test
  void theLeastRecentlyUsedEntryMakesRoom() {
    map.put("a", 1);
    map.put("b", 2);
    map.put("c", 3);
    assertThat(map.get("a")).isEqualTo(1);
    assertThat(map.get("b")).isEqualTo(2);
    map.put("d", 4);

    assertThat(map.get("c")).isNull();
    assertThat(map.get("a")).isEqualTo(1);
    assertThat(map.get("b")).isEqualTo(2);
    assertThat(map.get("d")).isEqualTo(4);
  }

  @Test
  void noThreadSeesMoreThanTheBound() throws InterruptedException {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int base = i * 1_000_000;
      threads[i] =
          new Thread(
              () -> {
                for (int key = 0; key < 50_000; key++) {
                  map.put("k" + (base + key), key);
                  map.get("k" + (base + key - 1));
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join(60_000);
    }

    long left = IntStream.range(0, 4_000_000).filter(key -> map.get("k" + key) != null).count();
    assertThat(left).isEqualTo(3);
  }

  @Test
  void aMapWithoutRoomIsAMistake() {
    assertThatThrownBy(() -> new BoundedMap<String, String>(0))
        .hasMessageContaining("expected at least 1");
  }

  /** A key whose hash takes until a second thread has come, and has to wait. */
  private static final class Meeting {
    private final AtomicBoolean entered = new AtomicBoolean();
    private final AtomicBoolean together = new AtomicBoolean();
    private final Thread second;

    Meeting(BoundedMap<Meeting, String> map) {
      second = new Thread(() -> map.putIfAbsent(this, "the second's"));
    }

    @Override
    public int hashCode() {
      if (Thread.currentThread() == second) {
        entered.set(true);
      } else if (second.getState() == Thread.State.NEW) {
        second.start();
        while (second.getState() != Thread.State.BLOCKED && !entered.get()) Thread.yield();
        together.set(entered.get());
      }
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  @Test
  void ofTwoThreadsThatPutAKeyAtTheSameMomentTheFirstDoes() throws Exception {
    BoundedMap<Meeting, String> shared = new BoundedMap<>(3);
    Meeting key = new Meeting(shared);
    assertThat(shared.putIfAbsent(key, "the first's")).isNull();
    key.second.join();
    assertThat(key.together).isFalse();
    assertThat(shared.get(key)).isEqualTo("the first's");
  }
}
