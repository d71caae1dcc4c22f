package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyMemoryTest {
  private final KeyMemory memory = new KeyMemory();

  private boolean admits(String key, String body) {
    return memory.admits(key, body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void oneKeyIsForOneBody() {
    assertThat(admits("a", "{1}")).isTrue();
    assertThat(admits("a", "{1}")).isTrue();
    assertThat(admits("a", "{2}")).isFalse();
    assertThat(admits("a", "{1}")).as("the first body stays").isTrue();
    assertThat(admits("b", "{2}")).isTrue();
  }

  @Test
  void oldestKeysAreForgottenFirst() {
    assertThat(admits("first", "{1}")).isTrue();
    for (int i = 0; i < 10_000; i++) {
      admits("key-" + i, "{}");
    }
    assertThat(admits("first", "{2}")).isTrue();
    assertThat(admits("key-9999", "{2}")).isFalse();
  }
}
