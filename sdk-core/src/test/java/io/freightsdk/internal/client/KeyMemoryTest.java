package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

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
}
