package io.freightsdk.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {
  private static final Pattern SLOT = Pattern.compile("\\{[a-z]+}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none | none | none | en",
        "es-MX,es;q=0.9,en;q=0.8 | none | none | es",
        "en-US,en;q=0.9,es;q=0.5 | none | none | en",
        "en;q=0.2, es-419 | none | none | es",
        "pa-IN, ru | none | none | en",
        "pa-IN, es;q=0.3 | none | none | es",
        "*;;q=x | none | none | en",
        "es | en | none | en",
        "en | none | es | es",
        "en | en | es | en",
        "es | xx | none | es",
      })
  void theAddressGoesBeforeTheLastChoiceAndThatBeforeTheBrowser(
      String accepted, String address, String before, String expected) {
    assertThat(Texts.wanted(accepted, address, before).code()).isEqualTo(expected);
  }

  @Test
  void everyLanguageSaysEverythingWithTheSameSlots() throws IOException {
    Properties english = file("en");
    assertThat(Texts.all()).extracting(Texts::code).contains("en", "es");
    for (Texts texts : Texts.all()) {
      Properties other = file(texts.code());
      assertThat(other.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
      for (String key : english.stringPropertyNames()) {
        assertThat(slots(other.getProperty(key)))
            .as(texts.code() + " " + key)
            .isEqualTo(slots(english.getProperty(key)));
      }
    }
  }

  @Test
  void markupInAValueStaysAndInATextIsEscaped() {
    Texts texts = Texts.english();

    assertThat(texts.html("driver.left", "time", new Html("<b>now</b>")).markup())
        .isEqualTo("left <b>now</b>");
    assertThat(texts.html("driver.left", "time", "<b>").markup()).isEqualTo("left &lt;b&gt;");
    assertThat(texts.text("driver.left", "time", "$1\\")).isEqualTo("left $1\\");
    assertThat(texts.json("live.updating")).isEqualTo("{\"live.updating\":\"Updating…\"}");
  }

  private static Set<String> slots(String text) {
    return SLOT.matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(TreeSet::new, Set::add, Set::addAll);
  }

  private static Properties file(String code) throws IOException {
    Properties file = new Properties();
    try (Reader in =
        new InputStreamReader(
            Texts.class.getResourceAsStream("texts/" + code + ".properties"),
            StandardCharsets.UTF_8)) {
      file.load(in);
    }
    return file;
  }
}
