package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyMemoryTest {
  @Test
  void theAnswerOfAnotherKeyIsRefusedForTheLast8192Loads() {
    KeyMemory memory = new KeyMemory();
    assertThat(memory.mayBe("first", "key-0")).isTrue();
    for (int i = 1; i < 8192; i++) assertThat(memory.mayBe("load-" + i, "key-" + i)).isTrue();
    assertThat(memory.mayBe("load-1", "key-0")).isFalse();
    assertThat(memory.mayBe("first", "key-1")).isFalse();
    assertThat(memory.mayBe("first", "key-0")).isTrue();
  }

  /** Of keys that are told of the same load at the same time, one has created it. */
  @Test
  void ofManyThreadsOneKeyCreatesEachLoad() {
    KeyMemory memory = new KeyMemory();
    int loads = 2_000;
    int[] creators = new int[loads];
    IntStream.range(0, 8 * loads)
        .parallel()
        .filter(i -> memory.mayBe("load-" + i % loads, "key-" + i))
        .forEach(
            i -> {
              synchronized (creators) {
                creators[i % loads]++;
              }
            });
    assertThat(creators).containsOnly(1);
  }
}
