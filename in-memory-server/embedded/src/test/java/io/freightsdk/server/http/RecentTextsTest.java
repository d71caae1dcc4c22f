package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RecentTextsTest {
  private final RecentTexts recent = new RecentTexts();

  private String read(String text) {
    byte[] bytes = ("{\"" + text + "\"}").getBytes(StandardCharsets.US_ASCII);
    return recent.of(bytes, 2, text.length());
  }

  @Test
  void moreTextsThanAreKeptAreEachReadAsTheyAre() {
    for (int i = 0; i < 20_000; i++) {
      assertThat(read("PO-" + i)).isEqualTo("PO-" + i);
      assertThat(read("")).isEmpty();
    }
  }

  @Test
  void aShortTextIsThereOnceAndALongOneIsNotKept() {
    assertThat(read("Cincinnati")).isSameAs(read("Cincinnati"));
    String sixtyFive = "a".repeat(65);
    assertThat(read(sixtyFive)).isEqualTo(sixtyFive).isNotSameAs(read(sixtyFive));
  }
}
