package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyMemoryTest {
  private final KeyMemory memory = new KeyMemory();

  private boolean begin(String key, String body) {
    return memory.begin(key, body.getBytes(StandardCharsets.UTF_8));
  }

  private boolean used(String key, String body, boolean taken) {
    boolean begun = begin(key, body);
    if (begun) memory.end(key, taken);
    return begun;
  }

  @Test
  void oneKeyIsForOneBody() {
    assertThat(used("a", "{\"n\":1}", true)).isTrue();
    assertThat(used("a", "{\"n\":1}", true)).isTrue();
    assertThat(used("a", "{\"n\":2}", true)).isFalse();
    assertThat(used("a", "{\"n\":1}", true)).as("the first body stays").isTrue();
    assertThat(used("b", "{\"n\":2}", true)).isTrue();
  }

  @Test
  void aKeyWhoseCallsWereAllRefusedIsFreeForACorrectedBody() {
    assertThat(used("a", "{\"zip\":\"4520\"}", false)).isTrue();
    assertThat(used("a", "{\"zip\":\"45202\"}", false)).isTrue();
  }

  @Test
  void aKeyInUseIsForItsBodyOnly() {
    assertThat(begin("a", "{\"n\":1}")).isTrue();
    assertThat(begin("a", "{\"n\":1}")).isTrue();
    memory.end("a", false);
    assertThat(begin("a", "{\"n\":2}")).as("the other call goes on").isFalse();
    memory.end("a", true);
    assertThat(begin("a", "{\"n\":2}")).as("it was taken").isFalse();
  }

  @Test
  void aRefusalDoesNotFreeWhatWasTakenBefore() {
    assertThat(used("a", "{\"n\":1}", true)).isTrue();
    assertThat(used("a", "{\"n\":1}", false)).isTrue();
    assertThat(used("a", "{\"n\":2}", true)).isFalse();
  }

  @Test
  void theLeastRecentlyUsedKeyIsForgottenFirst() {
    used("first", "{\"n\":1}", true);
    used("second", "{\"n\":1}", true);
    for (int i = 0; i < 8_190; i++) used("key-" + i, "{}", true);
    assertThat(used("first", "{\"n\":1}", true)).isTrue();
    used("one too many", "{}", true);
    assertThat(used("second", "{\"n\":2}", true)).as("forgotten").isTrue();
    assertThat(used("first", "{\"n\":2}", true)).as("still known").isFalse();
  }
}
