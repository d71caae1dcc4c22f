package io.freightsdk.spend;

import io.freightsdk.SpendGuard;
import io.freightsdk.internal.text.Require;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A named part of a client's spending with its own limits, for example of a tenant, an agent or one
 * run.
 *
 * <p>Scopes nest. A call in a scope is counted in that scope, in every scope around it and in the
 * client, and must keep the limits of all of them. Spending belongs to the path and not to this
 * object: scopes with equal paths share it, in one process or in several that share a ledger.
 * Limits bind the calls that bring them: a job that brings none for a path is under none of it.
 *
 * <p>A name has 1 to 64 characters: letters, digits and {@code . _ : @ + -}; a slash separates the
 * names of a path. {@link #nameOf} turns any customer's id into a name.
 *
 * <p>Immutable.
 */
public final class SpendScope implements SpendGuard.Scope {
  /** The path of calls without a named scope, and the start of every other path. */
  public static final String CLIENT = "client";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:@+-]{1,64}");
  private static final String KEPT =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:@-";
  private static final Pattern ESCAPED = Pattern.compile("(\\+[0-9a-f]{2})+");
  private static final int MAX_NAME = 64;
  private static final int MAX_PATH = 255;

  private final String path;
  private final List<SpendLimit> limits;

  private SpendScope(String path, List<SpendLimit> limits) {
    this.path = path;
    this.limits = limits;
  }

  /**
   * A scope directly in the client.
   *
   * @param name 1 to 64 characters: letters, digits and {@code . _ : @ + -}
   * @throws IllegalArgumentException if the name has other characters or another length
   */
  public static SpendScope of(String name, SpendLimits limits) {
    return client(SpendLimits.none()).child(name, limits);
  }

  /**
   * A name for any id: different ids have different names. Letters of English, digits and {@code .
   * _ : @ -} stay as they are; every other byte of the UTF-8 text becomes {@code +} and two
   * hexadecimal digits, so {@code ACME/7} is {@code ACME+2f7}; messages and logs show the id. A
   * name longer than 64 characters becomes {@code +s} and 62 hexadecimal digits of its SHA-256. The
   * same id has the same name for ever.
   *
   * @throws IllegalArgumentException if the id is empty or has half a surrogate pair
   */
  public static String nameOf(String id) {
    Require.nonNull(id, "id");
    byte[] utf8;
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(id));
      utf8 = new byte[bytes.remaining()];
      bytes.get(utf8);
    } catch (CharacterCodingException half) {
      throw new IllegalArgumentException("scope name: half a surrogate pair in the id", half);
    }
    if (utf8.length == 0) throw new IllegalArgumentException("scope name: the id is empty");
    StringBuilder name = new StringBuilder(utf8.length);
    for (byte one : utf8) {
      if (one > 0 && KEPT.indexOf(one) >= 0) {
        name.append((char) one);
      } else {
        name.append('+').append(HexFormat.of().toHexDigits(one));
      }
    }
    if (name.length() <= MAX_NAME) return name.toString();
    return "+s" + HexFormat.of().formatHex(sha256(utf8)).substring(0, MAX_NAME - 2);
  }

  /**
   * A path of a ledger as people read it, with the ids that {@link #nameOf} made names of: {@code
   * client/customer/ACME/7} for {@code client/customer/ACME+2f7}.
   */
  public static String readable(String path) {
    if (path.indexOf('+') < 0) return path;
    StringBuilder text = new StringBuilder();
    Matcher bytes = ESCAPED.matcher(path);
    while (bytes.find()) {
      byte[] utf8 = HexFormat.of().parseHex(bytes.group().replace("+", ""));
      String decoded = new String(utf8, StandardCharsets.UTF_8);
      boolean isText = decoded.codePoints().noneMatch(SpendScope::isNoText);
      bytes.appendReplacement(text, Matcher.quoteReplacement(isText ? decoded : bytes.group()));
    }
    return bytes.appendTail(text).toString();
  }

  /** What must not reach a log as it is, and what was no UTF-8. */
  private static boolean isNoText(int codePoint) {
    return Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.FORMAT
        || codePoint == '\u2028'
        || codePoint == '\u2029'
        || codePoint == '\ufffd';
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The scope of the client itself, with its limits. */
  public static SpendScope client(SpendLimits limits) {
    return new SpendScope(CLIENT, Objects.requireNonNull(limits, "limits").in(CLIENT));
  }

  /** A scope inside this one: a call in it must keep these limits and those of this scope. */
  public SpendScope child(String name, SpendLimits limits) {
    Objects.requireNonNull(limits, "limits");
    if (!NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
      throw new IllegalArgumentException(
          "scope name: expected 1 to 64 characters: letters, digits or . _ : @ + -, got \""
              + name
              + "\"; SpendScope.nameOf makes a name of any id");
    }
    String inside = path + "/" + name;
    if (inside.length() > MAX_PATH) {
      throw new IllegalArgumentException(
          "scope " + name + ": its path has " + inside.length() + " characters; use at most 255");
    }
    List<SpendLimit> all = new ArrayList<>(limits.in(inside));
    all.addAll(this.limits);
    return new SpendScope(inside, List.copyOf(all));
  }

  /**
   * Names of the scopes around this one and of this one, joined by slashes: {@code
   * client/acme/run:42}.
   */
  @Override
  public String path() {
    return path;
  }

  /** Every limit that applies to this scope, innermost first. */
  public List<SpendLimit> limits() {
    return limits;
  }

  @Override
  public String toString() {
    return readable(path);
  }
}
