package io.freightsdk.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TemplateTest {
  @Test
  void textIsEscapedAndMarkupIsNot() {
    Html markup = Template.of("<b title=\"{}\">{}</b>{}").with("\"", "<i>", new Html("<hr>"));

    assertThat(markup.markup()).isEqualTo("<b title=\"&quot;\">&lt;i&gt;</b><hr>");
  }

  @Test
  void aForgottenValueIsRefused() {
    assertThatThrownBy(() -> Template.of("{} {}").with("one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("template has 2 slots but got 1 values");
  }

  @Test
  void aValueWithBracesIsNotASlot() {
    assertThat(Template.of("{}-{}").with("{}", 2).markup()).isEqualTo("{}-2");
  }

  @Property
  void escapedTextCanEndNoTextAndNoAttribute(@ForAll String text) {
    assertThat(Html.escaped(text).markup())
        .doesNotContain("<", ">", "\"", "'", "\u0000")
        .doesNotContainPattern("&(?!(amp|lt|gt|quot|#39);)");
  }
}
