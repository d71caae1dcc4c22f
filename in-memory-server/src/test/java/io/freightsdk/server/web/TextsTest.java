package io.freightsdk.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void markupInAValueStaysAndInATextIsEscaped() {
    assertThat(Texts.html("driver.left", "time", new Html("<b>now</b>")).markup())
        .isEqualTo("left <b>now</b>");
    assertThat(Texts.html("driver.left", "time", "<b>").markup()).isEqualTo("left &lt;b&gt;");
    assertThat(Texts.text("driver.left", "time", "$1\\")).isEqualTo("left $1\\");
    assertThat(Texts.json("share.copied")).isEqualTo("{\"share.copied\":\"Link copied\"}");
  }
}
