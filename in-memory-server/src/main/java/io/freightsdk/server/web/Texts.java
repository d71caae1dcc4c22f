package io.freightsdk.server.web;

import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What pages say, from {@code texts.properties}. Safe for several threads. */
public final class Texts {
  /** How pages write numbers and times. */
  public static final Locale LOCALE = Locale.US;

  private static final Pattern SLOT = Pattern.compile("\\{([a-z]+)}");
  private static final Pattern WORDS = Pattern.compile("\\[\\[([A-Za-z.-]+)]]");
  private static final Map<String, Template.Blocks> BLOCKS = new ConcurrentHashMap<>();
  private static final Map<String, DateTimeFormatter> PATTERNS = new ConcurrentHashMap<>();

  private Texts() {}

  private static final class Holder {
    static final Properties ALL = read();

    private static Properties read() {
      Properties words = new Properties();
      byte[] text = Asset.bytes("texts.properties");
      try {
        words.load(new StringReader(new String(text, StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return words;
    }
  }

  public static boolean has(String key) {
    return Holder.ALL.getProperty(key) != null;
  }

  /** The text of {@code key}, with {@code namesAndValues} in its slots. */
  public static String text(String key, Object... namesAndValues) {
    String text = Holder.ALL.getProperty(key);
    if (text == null) throw new IllegalArgumentException("there is no text " + key);
    if (namesAndValues.length == 0) return text;
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1].toString());
    }
    return SLOT.matcher(text)
        .replaceAll(
            slot -> Matcher.quoteReplacement(values.getOrDefault(slot.group(1), slot.group())));
  }

  /** The same as markup: values that are {@link Html} go in as they are. */
  public static Html html(String key, Object... namesAndValues) {
    return Template.of(Html.escaped(text(key)).markup()).fill(namesAndValues);
  }

  /** A distance, with a decimal below ten miles. */
  public static String miles(double miles) {
    String figure = String.format(LOCALE, miles < 10 ? "%.1f" : "%,.0f", miles);
    return text("miles", "miles", figure);
  }

  /** How the times of {@code key} are written. */
  public static DateTimeFormatter pattern(String key) {
    return PATTERNS.computeIfAbsent(
        key, unread -> DateTimeFormatter.ofPattern(text(unread), LOCALE));
  }

  /** The blocks of a resource, with texts in place of {@code [[key]]}. */
  public static Template.Blocks blocks(String resource) {
    return BLOCKS.computeIfAbsent(
        resource,
        unread ->
            Template.read(
                unread,
                text ->
                    WORDS
                        .matcher(text)
                        .replaceAll(
                            word ->
                                Matcher.quoteReplacement(
                                    Html.escaped(text(word.group(1))).markup()))));
  }

  /** The texts whose keys begin with one of {@code prefixes}, for scripts. */
  public static String json(String... prefixes) {
    Map<String, String> chosen = new TreeMap<>();
    for (String key : Holder.ALL.stringPropertyNames()) {
      if (Arrays.stream(prefixes).anyMatch(key::startsWith)) chosen.put(key, text(key));
    }
    return new String(JsonText.write(chosen), StandardCharsets.UTF_8);
  }
}
