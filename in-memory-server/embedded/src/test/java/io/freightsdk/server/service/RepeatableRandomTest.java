package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RepeatableRandomTest {
  @Test
  void aRepeatableRandomDrawsAsTheJdksAndGoesOnFromItsState() {
    RepeatableRandom own = RepeatableRandom.seeded(42);
    Random jdk = new Random(42);
    for (int i = 0; i < 100; i++) {
      assertThat(own.nextLong()).isEqualTo(jdk.nextLong());
      assertThat(own.nextDouble()).isEqualTo(jdk.nextDouble());
    }
    RepeatableRandom again = RepeatableRandom.from(own.state());
    byte[] first = new byte[37];
    byte[] second = new byte[37];
    own.nextBytes(first);
    again.nextBytes(second);
    assertThat(second).isEqualTo(first);
  }
}
