package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.retry.RetryPolicy;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Holds the page about the settings to the builders: nothing is missing there, nothing invented.
 */
class ConfigurationPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");

  @Test
  void everyOptionOfTheClientIsInTheTable() throws IOException {
    assertThat(options("## The client")).isEqualTo(settersOf(FreightClientBuilder.class));
  }

  @Test
  void everyOptionOfACallIsInTheTable() throws IOException {
    assertThat(options("## One call")).isEqualTo(settersOf(CallOptions.Builder.class));
  }

  @Test
  void everyOptionOfTheRetriesIsInTheTable() throws IOException {
    assertThat(options("## Retries")).isEqualTo(settersOf(RetryPolicy.Builder.class));
  }

  @Test
  void theDefaultsAreThoseOfTheBuilders() throws ReflectiveOperationException, IOException {
    assertShownAsTheyAre("## The client", FreightClient.builder());
    assertShownAsTheyAre("## Retries", RetryPolicy.builder());
  }

  /** Rows that show a number, a time, a size or a switch show it as the builder has it. */
  private static void assertShownAsTheyAre(String heading, Object builder)
      throws ReflectiveOperationException, IOException {
    boolean isShown = false;
    for (String row : rows(heading)) {
      String[] cells = row.split(" \\| ");
      Object expected = value(cells[1]);
      if (expected == null) continue;
      Field field = builder.getClass().getDeclaredField(cells[0].replaceAll("[|` ]", ""));
      field.setAccessible(true);
      Object value = field.get(builder);
      assertThat(value instanceof Integer number ? (Object) number.longValue() : value)
          .as(row)
          .isEqualTo(expected);
      isShown = true;
    }
    assertThat(isShown).as("%s has a default", heading).isTrue();
  }

  private static @Nullable Object value(String text) {
    if (text.equals("off")) return false;
    Matcher amount = Pattern.compile("([\\d,]+)( (ms|s|min|MiB))?").matcher(text);
    if (!amount.matches()) return null;
    long number = Long.parseLong(amount.group(1).replace(",", ""));
    if (amount.group(3) == null) return number;
    return switch (amount.group(3)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      default -> number * 1024 * 1024;
    };
  }

  /** The names in code in the first column of the table under a heading. */
  private static Set<String> options(String heading) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String row : rows(heading)) {
      Matcher name = Pattern.compile("`(\\w+)`").matcher(row.split("\\|")[1]);
      while (name.find()) names.add(name.group(1));
    }
    return names;
  }

  private static List<String> rows(String heading) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf(heading);
    assertThat(start).as("heading %s", heading).isPositive();
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end).lines().filter(line -> line.startsWith("| `")).toList();
  }

  private static Set<String> settersOf(Class<?> builder) {
    return Arrays.stream(builder.getMethods())
        .filter(method -> method.getReturnType() == builder)
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
