package io.freightsdk.server.web;

import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What pages say in one language, from {@code texts/en.properties} and its siblings: every file
 * there named by a two-letter ISO 639 code is a language that pages offer. What a file lacks is
 * said in English. Safe for several threads.
 */
public final class Texts {
  private static final String ENGLISH_CODE = "en";
  private static final Pattern SLOT = Pattern.compile("\\{([a-z]+)}");
  private static final Pattern WORDS = Pattern.compile("\\[\\[([A-Za-z.-]+)]]");

  private final String code;
  private final Properties words;
  private final Locale locale;
  private final Map<String, Template.Blocks> blocks = new ConcurrentHashMap<>();
  private final Map<String, DateTimeFormatter> patterns = new ConcurrentHashMap<>();

  private Texts(String code, Properties words) {
    this.code = code;
    this.words = words;
    this.locale = Locale.forLanguageTag(text("locale"));
  }

  /** Every language that has a file, by its code. */
  private static final class Holder {
    static final Map<String, Texts> LANGUAGES = read();

    private static Map<String, Texts> read() {
      Properties english = file(ENGLISH_CODE, null);
      Map<String, Texts> languages = new TreeMap<>();
      for (String code : Locale.getISOLanguages()) {
        if (Texts.class.getResource(resource(code)) == null) continue;
        boolean isEnglish = code.equals(ENGLISH_CODE);
        languages.put(code, new Texts(code, isEnglish ? english : file(code, english)));
      }
      return languages;
    }

    private static Properties file(String code, @Nullable Properties whatItLacks) {
      Properties words = new Properties(whatItLacks);
      byte[] text = Asset.bytes(resource(code));
      try {
        words.load(new StringReader(new String(text, StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return words;
    }

    private static String resource(String code) {
      return "texts/" + code + ".properties";
    }
  }

  public static Texts english() {
    return Objects.requireNonNull(Holder.LANGUAGES.get(ENGLISH_CODE));
  }

  /** All languages, in the order of their codes. */
  public static List<Texts> all() {
    return List.copyOf(Holder.LANGUAGES.values());
  }

  /**
   * The language that somebody wants: the first of {@code codes} that there is, otherwise the one
   * that fits the header {@code Accept-Language} best, otherwise English.
   */
  public static Texts wanted(@Nullable String acceptLanguage, @Nullable String... codes) {
    for (String code : codes) {
      Texts named = code == null ? null : Holder.LANGUAGES.get(code);
      if (named != null) return named;
    }
    if (acceptLanguage == null) return english();
    try {
      List<Locale.LanguageRange> ranges = Locale.LanguageRange.parse(acceptLanguage);
      String best = Locale.lookupTag(ranges, Holder.LANGUAGES.keySet());
      return best == null ? english() : Holder.LANGUAGES.getOrDefault(best, english());
    } catch (IllegalArgumentException notAList) {
      return english();
    }
  }

  /** Its two-letter ISO 639 code. */
  public String code() {
    return code;
  }

  public Locale locale() {
    return locale;
  }

  public boolean has(String key) {
    return words.getProperty(key) != null;
  }

  /** The text of {@code key}, with {@code namesAndValues} in its slots. */
  public String text(String key, Object... namesAndValues) {
    String text = words.getProperty(key);
    if (text == null) throw new IllegalArgumentException("no language has the text " + key);
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
  public Html html(String key, Object... namesAndValues) {
    return Template.of(Html.escaped(text(key)).markup()).fill(namesAndValues);
  }

  /** A distance, with a decimal below ten miles. */
  public String miles(double miles) {
    String figure = String.format(locale, miles < 10 ? "%.1f" : "%,.0f", miles);
    return text("miles", "miles", figure);
  }

  /** The pattern of {@code key}, in this language's names of days and months. */
  public DateTimeFormatter pattern(String key) {
    return patterns.computeIfAbsent(
        key, unread -> DateTimeFormatter.ofPattern(text(unread), locale));
  }

  /** The blocks of a resource, with this language's words in place of {@code [[key]]}. */
  public Template.Blocks blocks(String resource) {
    return blocks.computeIfAbsent(
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
  public String json(String... prefixes) {
    Map<String, String> chosen = new TreeMap<>();
    for (String key : words.stringPropertyNames()) {
      if (Arrays.stream(prefixes).anyMatch(key::startsWith)) chosen.put(key, text(key));
    }
    return new String(JsonText.write(chosen), StandardCharsets.UTF_8);
  }
}
