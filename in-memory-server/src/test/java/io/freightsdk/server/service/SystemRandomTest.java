package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemRandomTest {
  @Test
  void noTokenComesTwice() {
    expectNoTokenTwice(new SystemRandom());
    assertThat(new SystemRandom().nextLong()).isNotEqualTo(new SystemRandom().nextLong());
  }

  /** As on a system without such a file, and where it ends. */
  @Test
  void withoutItsFileTheBytesComeFromTheJvm(@TempDir Path folder) throws IOException {
    Path tooShort = Files.write(folder.resolve("short"), new byte[1000]);
    expectNoTokenTwice(new SystemRandom(folder.resolve("none").toString()));
    expectNoTokenTwice(new SystemRandom(tooShort.toString()));
  }

  @Test
  void everyByteOfTheFileIsUsedOnce(@TempDir Path folder) throws IOException {
    byte[] known = new byte[1024];
    new Random(1).nextBytes(known);
    SystemRandom random = new SystemRandom(Files.write(folder.resolve("known"), known).toString());
    byte[] first = new byte[1000];
    byte[] second = new byte[24];
    random.nextBytes(first);
    random.nextBytes(second);

    assertThat(first).startsWith(known[0], known[1]).endsWith(known[998], known[999]);
    assertThat(second).startsWith(known[1000]).endsWith(known[1023]);
  }

  private static void expectNoTokenTwice(Random random) {
    Set<String> tokens = new HashSet<>();
    byte[] token = new byte[12];
    for (int i = 0; i < 1000; i++) {
      random.nextBytes(token);
      assertThat(tokens.add(HexFormat.of().formatHex(token))).isTrue();
    }
  }
}
