package io.freightsdk.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
