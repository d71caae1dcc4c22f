package io.freightsdk.server.http;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.PositionFigures;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * Writes points as JSON (API description, section 2.7), directly from the columns of a track: five
 * hundred points are nine tenths of a position and most of the cost of a read. Usual numbers and
 * times are written digit by digit; unusual ones by {@link Double#toString} and {@link
 * Instant#toString}.
 */
final class PointsJson implements Track.Viewer {
  /** A little more than the usual 90 bytes. */
  private static final int BYTES_A_POINT = 96;

  /** More than any one point can take. */
  private static final int MOST_BYTES_A_POINT = 256;

  /** Seven decimals of a degree are a centimetre; phones that give more are not rounded. */
  private static final int DEGREE_SCALE = 10_000_000;

  private static final double BIGGEST = 1e9;
  private static final int DAY_MILLIS = 86_400_000;
  private static final long FIRST_MILLI = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long LAST_MILLI = Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();
  private static final byte[] LAT = ascii("{\"lat\":");
  private static final byte[] LNG = ascii(",\"lng\":");
  private static final byte[] SPEED = ascii(",\"speed\":");
  private static final byte[] HEADING = ascii(",\"heading\":");
  private static final byte[] TIME = ascii(",\"ts\":\"");
  private static final byte[] NULL = ascii("null");
  private static final byte[] END = ascii("\"}");

  private byte[] bytes;
  private int size;

  /** The date of the previous point, which is mostly that of the next one. */
  private long day = Long.MIN_VALUE;

  private byte[] date = NULL;

  private PointsJson(int points) {
    bytes = new byte[points * BYTES_A_POINT + MOST_BYTES_A_POINT];
  }

  /** The latest {@code count} points of a track, as a list. */
  static byte[] ofLatest(Track track, int count) {
    PointsJson points = new PointsJson(Math.min(count, track.size()));
    points.bytes[points.size++] = '[';
    track.showLatest(count, points);
    points.bytes[points.size++] = ']';
    return Arrays.copyOf(points.bytes, points.size);
  }

  @Override
  public void fix(long epochMillis, double lat, double lng, float speedMph, int heading) {
    if (bytes.length - size < MOST_BYTES_A_POINT) bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    if (size > 1) bytes[size++] = ',';
    put(LAT);
    decimal(lat, DEGREE_SCALE);
    put(LNG);
    decimal(lng, DEGREE_SCALE);
    put(SPEED);
    if (Float.isNaN(speedMph)) put(NULL);
    else decimal(PositionFigures.oneDecimal((double) speedMph), 10);
    put(HEADING);
    if (heading < 0) put(NULL);
    else whole(heading);
    put(TIME);
    instant(epochMillis);
    put(END);
  }

  /** Writes a number, mostly with fewer decimals than the scale has. */
  private void decimal(double value, int scale) {
    double size = Math.abs(value);
    long scaled = size < BIGGEST ? Math.round(size * scale) : -1;
    // With fewer than 16 digits this is the shortest text that is parsed as this number.
    boolean exact = scaled >= 0 && scaled / (double) scale == size && (scaled > 0 || value == 0);
    boolean negativeZero = value == 0 && 1 / value < 0;
    if (!exact || negativeZero) {
      put(ascii(Double.toString(value)));
      return;
    }
    if (value < 0) bytes[this.size++] = '-';
    whole(scaled / scale);
    int rest = (int) (scaled % scale);
    if (rest == 0) return;
    bytes[this.size++] = '.';
    for (int unit = scale / 10; rest > 0; unit /= 10) {
      bytes[this.size++] = (byte) ('0' + rest / unit);
      rest %= unit;
    }
  }

  private void whole(long value) {
    if (value >= 10) whole(value / 10);
    bytes[size++] = (byte) ('0' + value % 10);
  }

  private void instant(long epochMillis) {
    if (epochMillis < FIRST_MILLI || epochMillis >= LAST_MILLI) {
      put(ascii(Instant.ofEpochMilli(epochMillis).toString()));
      return;
    }
    long itsDay = Math.floorDiv(epochMillis, (long) DAY_MILLIS);
    if (itsDay != day) {
      day = itsDay;
      date = ascii(Instant.ofEpochMilli(itsDay * DAY_MILLIS).toString().substring(0, 11));
    }
    put(date);
    int milli = (int) (epochMillis - itsDay * DAY_MILLIS);
    two(milli / 3_600_000);
    bytes[size++] = ':';
    two(milli / 60_000 % 60);
    bytes[size++] = ':';
    two(milli / 1000 % 60);
    int fraction = milli % 1000;
    if (fraction != 0) {
      bytes[size++] = '.';
      bytes[size++] = (byte) ('0' + fraction / 100);
      two(fraction % 100);
    }
    bytes[size++] = 'Z';
  }

  private void two(int number) {
    bytes[size++] = (byte) ('0' + number / 10);
    bytes[size++] = (byte) ('0' + number % 10);
  }

  private void put(byte[] text) {
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
