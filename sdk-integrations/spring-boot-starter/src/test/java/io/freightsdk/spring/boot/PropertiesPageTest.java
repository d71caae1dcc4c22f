package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/**
 * The page's table of properties is generated from the metadata that IDEs show, which has the
 * Javadoc of {@link FreightProperties}. {@code -Dfreight.regenerate=true} writes it.
 */
class PropertiesPageTest {
  private static final String COMMAND =
      "mvn -pl sdk-integrations/spring-boot-starter -am test -Dtest=PropertiesPageTest"
          + " -Dfreight.regenerate=true";

  private static final Path PAGE = Path.of("../../docs/spring/spring-boot.md");

  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\| property \\| default \\| .*\\n(?:\\|.*\\n)+");

  private static final Pattern DEFAULT = Pattern.compile(" ?Default: (.*)\\.$");

  @Test
  void tableShowsTheMetadata() throws IOException {
    String table = table();
    if (Boolean.getBoolean("freight.regenerate")) {
      String written = TABLE.matcher(page()).replaceFirst(Matcher.quoteReplacement(table));
      Files.writeString(PAGE, written);
    }
    Matcher shown = TABLE.matcher(page());
    assertThat(shown.find()).as("a table of properties in %s", PAGE).isTrue();
    assertThat(shown.group())
        .as("change the Javadoc of FreightProperties; to write the table from it: %s", COMMAND)
        .isEqualTo(table);
  }

  private static String table() throws IOException {
    return properties().stream()
        .map(property -> "| `" + property.get("name") + "` | " + meaning(property) + " |\n")
        .collect(
            Collectors.joining("", "| property | default | what it sets |\n|---|---|---|\n", ""));
  }

  /** The default and the description. */
  private static String meaning(Map<?, ?> property) {
    String text = (String) property.get("description");
    assertThat(text).as("%s", property).isNotBlank().doesNotContain("|", "\n");
    Object value = property.get("defaultValue");
    Matcher words = DEFAULT.matcher(text);
    if (!words.find()) {
      return (value == null ? "none" : "`" + value + "`") + " | " + text;
    }
    assertThat(value).as("a default in words too: %s", property).isNull();
    return words.group(1) + " | " + text.substring(0, words.start());
  }

  private static List<Map<?, ?>> properties() throws IOException {
    String name = "/META-INF/spring-configuration-metadata.json";
    try (InputStream json = PropertiesPageTest.class.getResourceAsStream(name)) {
      String text = new String(Objects.requireNonNull(json).readAllBytes(), StandardCharsets.UTF_8);
      List<?> all = (List<?>) JsonParserFactory.getJsonParser().parseMap(text).get("properties");
      return all.stream().<Map<?, ?>>map(property -> (Map<?, ?>) property).toList();
    }
  }

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }
}
