package io.freightsdk.server.service;

import io.freightsdk.server.service.TrackedLoad.LoadIds;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the service's identifiers from random bits. */
public final class Ids {
  /** A UUID and two tokens. */
  private static final int LOAD_BYTES = 40;

  private static final int TOKEN_BYTES = 12;
  private static final int KEY_BYTES = 24;

  private final Consumer<byte[]> bits;

  Ids(Consumer<byte[]> bits) {
    this.bits = bits;
  }

  String uuid() {
    ByteBuffer bits = ByteBuffer.wrap(bytes(2 * Long.BYTES));
    return new UUID(versionOf(bits.getLong()), variantOf(bits.getLong())).toString();
  }

  /** Version 4: random. */
  private static long versionOf(long high) {
    return (high & ~0xF000L) | 0x4000L;
  }

  /** Variant 2: the usual one. */
  private static long variantOf(long low) {
    return (low & ~(0xC0L << 56)) | (0x80L << 56);
  }

  /** Identifiers for a load with this number. Its links are capabilities of 96 random bits. */
  LoadIds ofLoad(String loadNumber, String brokerId, Instant createdAt) {
    ByteBuffer bits = ByteBuffer.wrap(bytes(LOAD_BYTES));
    long idHigh = versionOf(bits.getLong());
    long idLow = variantOf(bits.getLong());
    long trackingBits = bits.getLong();
    long lastOfTracking = bits.getInt();
    long driverBits = bits.getLong();
    long lastBits = lastOfTracking << Integer.SIZE | Integer.toUnsignedLong(bits.getInt());
    return new LoadIds(
        loadNumber, brokerId, createdAt, idHigh, idLow, trackingBits, driverBits, lastBits);
  }

  /** A prefix, and the bits in hexadecimal digits. */
  static String token(String prefix, long bits, int lastBits) {
    HexFormat hex = HexFormat.of();
    return prefix + hex.toHexDigits(bits) + hex.toHexDigits(lastBits);
  }

  /** The first 64 bits of a token of a load; null for a text that is none. */
  static @Nullable Long bitsOf(String token) {
    int digits = token.lastIndexOf('_') + 1;
    if (token.length() != digits + 2 * TOKEN_BYTES) return null;
    long bits = 0;
    for (int i = 0; i < Long.BYTES * 2; i++) {
      int digit = Character.digit(token.charAt(digits + i), 16);
      if (digit < 0) return null;
      bits = bits << 4 | digit;
    }
    return bits;
  }

  String brokerId() {
    return "brk_" + hex(TOKEN_BYTES);
  }

  String agentKey() {
    return "fak_" + hex(KEY_BYTES);
  }

  private String hex(int bytes) {
    return HexFormat.of().formatHex(bytes(bytes));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    bits.accept(bytes);
    return bytes;
  }

  /** The links of loads. */
  public record Links(String baseUrl) {
    public String tracking(String trackingToken) {
      return baseUrl + "/track/" + trackingToken;
    }

    public String driverWeb(String driverToken) {
      return baseUrl + "/driver/" + driverToken;
    }

    public String driverApp(String driverToken) {
      return "pingpoint://driver/" + driverToken;
    }
  }
}
