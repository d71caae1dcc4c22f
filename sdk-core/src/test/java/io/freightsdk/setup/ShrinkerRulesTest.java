package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.FreightClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** ProGuard ignores a rule about a class that was renamed or removed. */
class ShrinkerRulesTest {
  private static final Pattern CLASS = Pattern.compile("\\bio\\.freightsdk[\\w.$]*[\\w*]");

  @Test
  void rulesNameOnlyClassesThatExist() throws IOException {
    String rules;
    try (InputStream file =
        FreightClient.class.getResourceAsStream("/META-INF/proguard/freight.pro")) {
      rules = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> names = CLASS.matcher(rules).results().map(MatchResult::group).toList();
    assertThat(names).isNotEmpty();
    for (String name : names) {
      String packageName = name.replaceFirst("\\.?\\*+$", "");
      if (packageName.equals(name)) {
        assertThatCode(() -> Class.forName(name)).as(name).doesNotThrowAnyException();
      } else {
        String folder = "/" + packageName.replace('.', '/');
        assertThat(FreightClient.class.getResource(folder)).as(name).isNotNull();
      }
    }
  }
}
