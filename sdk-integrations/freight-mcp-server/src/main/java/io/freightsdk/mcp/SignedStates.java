package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.spend.LedgerMemory;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What an approval is for, signed, so that any process of the same books can take it: tool and
 * arguments, price, user, terms and time. Each is used once. The key is in the books, which only
 * their owner can open.
 *
 * @param terms the limits under which a question was asked
 */
record SignedStates(LedgerMemory memory, String terms, Clock clock) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String KEY = "mcp approval-key";
  private static final String USED = "mcp approval-used ";

  // Longer than a state is valid: the clock of the books may be ahead.
  private static final Duration USED_KEPT = Duration.ofDays(1);
  private static final Duration KEY_KEPT = Duration.ofDays(400);
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 16;

  String sign(ApprovalRequest request, @Nullable String user) {
    Map<String, @Nullable Object> state = new LinkedHashMap<>();
    state.put("tool", request.tool());
    state.put("digest", request.digest());
    state.put("usd", request.priceUsd().toPlainString());
    state.put("user", user);
    state.put("terms", terms);
    state.put("until", request.expiresAt().getEpochSecond());
    state.put("nonce", random(NONCE_BYTES));
    String body =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Json.write(state).getBytes(StandardCharsets.UTF_8));
    return body + "." + signature(body);
  }

  /** Whether a state was signed for exactly this question and is still valid. */
  boolean isFor(@Nullable String state, ApprovalRequest request, @Nullable String user) {
    Map<?, ?> told = state == null ? null : verified(state);
    return told != null
        && request.tool().equals(told.get("tool"))
        && request.digest().equals(told.get("digest"))
        && told.get("usd") instanceof String usd
        && request.priceUsd().compareTo(new BigDecimal(usd)) == 0
        && String.valueOf(user).equals(String.valueOf(told.get("user")))
        && terms.equals(told.get("terms"))
        && told.get("until") instanceof BigDecimal until
        && clock.instant().isBefore(Instant.ofEpochSecond(until.longValue()));
  }

  /** Uses a state that is valid; false if it was used before. */
  boolean use(String state) {
    Map<?, ?> told = verified(state);
    if (told == null) return false;
    String id = USED + told.get("nonce");
    return memory.change(
        texts -> {
          if (texts.get(id) != null) return false;
          texts.put(id, "", texts.now().plus(USED_KEPT));
          return true;
        });
  }

  private @Nullable Map<?, ?> verified(String state) {
    int dot = state.indexOf('.');
    if (dot < 0) return null;
    String body = state.substring(0, dot);
    byte[] given = state.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(signature(body).getBytes(StandardCharsets.UTF_8), given))
      return null;
    try {
      String json = new String(Base64.getUrlDecoder().decode(body), StandardCharsets.UTF_8);
      return Json.read(json) instanceof Map<?, ?> told ? told : null;
    } catch (IllegalArgumentException | Json.Malformed e) {
      return null;
    }
  }

  private String signature(String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(HexFormat.of().parseHex(key()), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private String key() {
    String known = memory.get(KEY);
    if (known != null) return known;
    String made = random(KEY_BYTES);
    return memory.change(
        texts -> {
          String stored = texts.get(KEY);
          if (stored != null) return stored;
          texts.put(KEY, made, texts.now().plus(KEY_KEPT));
          return made;
        });
  }

  private static String random(int bytes) {
    byte[] bits = new byte[bytes];
    RANDOM.nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
