package io.freightsdk.examples.contact;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of the file and off the terminal. Of the names that a service uses, the file
 * has only those of the description: a service may spell a key in any others, piece by piece. The
 * terminal shows what the service said, without what is known to be a secret.
 */
final class Secrets {
  /** A shorter one would mask half of every text. */
  private static final int SHORTEST_MASKED = 4;

  /** What a text may have between two characters of a secret, such as a blank or {@code %5F}. */
  private static final String BETWEEN = "(?:%[0-9a-f]{2}|\\\\u[0-9a-f]{4}|[^a-z0-9]){0,6}";

  /** A link, also one whose slashes are escaped. Bounded: a body may be a MiB of letters. */
  private static final Pattern LINK =
      Pattern.compile(
          "[a-z][a-z0-9+.-]{0,20}(?::|%3a)(?:\\\\?/|%2f){2}[^\"\\s]+", Pattern.CASE_INSENSITIVE);

  private static final Pattern DIGITS_OF_A_PHONE = Pattern.compile("\\+?[0-9][0-9 ().-]{8,}[0-9]");

  /** What moves the cursor of a terminal, or is not seen. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  /** Letters and digits of what is masked, the longest first. */
  private final Set<String> masked =
      new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(one -> one));

  Secrets(String key, String phone) {
    addSecret(key);
    if (!phone.isEmpty()) addPhone(phone);
  }

  private void addPhone(String phone) {
    String digits = phone.replaceAll("[^0-9]", "");
    // With its country, without it, and as it is dialled in its town.
    for (int length : List.of(digits.length(), 10, 7)) {
      mask(digits.substring(Math.max(0, digits.length() - length)));
    }
  }

  /** What opens a load: the link, and the token at its end. */
  void addLink(String link) {
    String bare = link.replaceFirst("/+$", "");
    String token = bare.substring(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('=')) + 1);
    if (!token.isEmpty()) addSecret(token);
  }

  private void addSecret(String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    mask(secret);
    mask(Base64.getEncoder().encodeToString(bytes));
  }

  private void mask(String secret) {
    String bare = secret.replaceAll("[^A-Za-z0-9]", "");
    if (bare.length() < SHORTEST_MASKED) return;
    masked.add(bare);
    masked.add(new StringBuilder(bare).reverse().toString());
  }

  /** The name, or words in its place. */
  String name(String name) {
    return Description.PUBLISHED.names().contains(name)
        ? name
        : "(a name that is not written here)";
  }

  /**
   * A text of the service for the terminal: one line, without what is known to be a secret, however
   * that is spelled.
   */
  String masked(String text) {
    String shown = text;
    for (String secret : masked) shown = spelled(secret).matcher(shown).replaceAll("***");
    shown = LINK.matcher(shown).replaceAll("***");
    shown = DIGITS_OF_A_PHONE.matcher(shown).replaceAll("***");
    shown = INVISIBLE.matcher(shown).replaceAll(" ");
    return shown.length() <= 300 ? shown : shown.substring(0, 300) + " ...";
  }

  private static Pattern spelled(String secret) {
    String characters = String.join(BETWEEN, secret.split(""));
    return Pattern.compile("(?:\\+|%2b)?" + characters + "=*", Pattern.CASE_INSENSITIVE);
  }

  @Override
  public String toString() {
    return "Secrets";
  }
}
