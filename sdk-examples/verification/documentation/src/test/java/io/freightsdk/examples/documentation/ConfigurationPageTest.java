package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.retry.RetryPolicy;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds the page about the settings to the builders: nothing is missing there, nothing invented.
 */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "..", "..", "docs", "configuration.md");

  @Test
  void everyOptionOfTheClientIsInTheTable() throws IOException {
    assertThat(options("## The client")).isEqualTo(settersOf(FreightClientBuilder.class));
  }

  @Test
  void everyOptionOfACallIsInTheTable() throws IOException {
    assertThat(options("## One call")).isEqualTo(settersOf(CallOptionsBuilder.class));
  }

  @Test
  void everyOptionOfTheRetriesIsInTheTable() throws IOException {
    assertThat(options("## Retries")).isEqualTo(settersOf(RetryPolicy.Builder.class));
  }

  /** The names in code in the first column of the table under a heading. */
  private static Set<String> options(String heading) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(heading);
    assertThat(start).as("heading %s", heading).isPositive();
    int end = page.indexOf("\n## ", start + 1);
    Set<String> names = new TreeSet<>();
    page.substring(start, end)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(
            line -> {
              Matcher name = Pattern.compile("`(\\w+)`").matcher(line.split("\\|")[1]);
              while (name.find()) names.add(name.group(1));
            });
    return names;
  }

  private static Set<String> settersOf(Class<?> builder) {
    return Arrays.stream(builder.getMethods())
        .filter(method -> method.getReturnType() == builder)
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
