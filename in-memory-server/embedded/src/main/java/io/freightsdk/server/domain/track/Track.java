package io.freightsdk.server.domain.track;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All fixes of one load in time order; those of one instant in order of arrival. Appending is O(1);
 * a late fix costs a shift within one chunk of 512 fixes, and one of the list of chunks when that
 * is full. The distance is a running sum in whole billionths of a mile, so a late fix leaves
 * exactly the sum that the sorted track has. Accuracy and speed are kept to float precision. Not
 * safe for use by several threads at once.
 */
public final class Track {
  private static final double UNITS_PER_MILE = 1e9;

  private final List<Chunk> chunks;
  private int size;
  private long distanceUnits;

  public Track() {
    chunks = new ArrayList<>();
  }

  private Track(Track other) {
    chunks = new ArrayList<>(other.chunks.size());
    other.chunks.forEach(chunk -> chunks.add(chunk.share()));
    size = other.size;
    distanceUnits = other.distanceUnits;
  }

  public Track copy() {
    return new Track(this);
  }

  public int size() {
    return size;
  }

  /** Length over all fixes in time order; null below two. */
  public @Nullable Double distanceMiles() {
    return size < 2 ? null : Double.valueOf(distanceUnits / UNITS_PER_MILE);
  }

  /**
   * Adds a fix at its place in time, after those of the same instant, and returns it as it is kept.
   */
  public Fix add(Fix fix) {
    Place at = placeAfter(fix.time().toEpochMilli());
    Place previous = previous(at);
    Coordinates before = previous == null ? null : coordinatesAt(previous);
    Coordinates after = isEnd(at) ? null : coordinatesAt(at);
    distanceUnits += units(before, fix.at()) + units(fix.at(), after) - units(before, after);
    size++;
    Place kept = insert(at, previous, fix);
    return fixAt(kept);
  }

  /** Whether a fix of the same instant at the same coordinates is kept already. */
  public boolean contains(Fix fix) {
    long time = fix.time().toEpochMilli();
    Place at = previous(placeAfter(time));
    while (at != null && chunks.get(at.chunk).time(at.offset) == time) {
      if (coordinatesAt(at).equals(fix.at())) return true;
      at = previous(at);
    }
    return false;
  }

  public @Nullable Fix last() {
    Place last = previous(end());
    return last == null ? null : fixAt(last);
  }

  /** The latest fix at or before {@code time}. */
  public @Nullable Fix before(Instant time) {
    Place at = previous(placeAfter(time.toEpochMilli()));
    return at == null ? null : fixAt(at);
  }

  public LookBack lookBack() {
    return new LookBack(chunks);
  }

  /** The first fix after {@code time}. */
  public @Nullable Fix after(Instant time) {
    return from(time).next();
  }

  /** The latest {@code count} fixes, oldest first, in O(count). */
  public List<Fix> latest(int count) {
    List<Fix> fixes = new ArrayList<>(Math.min(count, size));
    Cursor cursor = new Cursor(latestBegin(count));
    for (Fix fix = cursor.next(); fix != null; fix = cursor.next()) {
      fixes.add(fix);
    }
    return fixes;
  }

  private Place latestBegin(int count) {
    int wanted = Math.min(count, size);
    int chunk = chunks.size();
    int found = 0;
    while (found < wanted) {
      chunk--;
      found += chunks.get(chunk).size();
    }
    return new Place(chunk, found - wanted);
  }

  /**
   * The places of at most {@code count} fixes and of the latest, oldest first: of all fixes, or of
   * every second, fourth and so on. The work does not grow with the track except for one step per
   * 512 fixes.
   */
  public List<Coordinates> sampled(int count) {
    int stride = 1;
    while (size / stride >= count) stride *= 2;
    List<Coordinates> sample = new ArrayList<>(size / stride + 1);
    int first = 0;
    for (Chunk chunk : chunks) {
      int skip = Math.floorMod(-first, stride);
      for (int i = skip; i < chunk.size(); i += stride) sample.add(chunk.coordinates(i));
      first += chunk.size();
    }
    Fix latest = last();
    boolean isSampled = (size - 1) % stride == 0;
    if (latest != null && !isSampled) sample.add(latest.at());
    return sample;
  }

  /**
   * Walks the fixes later than {@code time} in time order. The walk is invalid once a fix is added.
   */
  public Cursor from(Instant time) {
    return new Cursor(placeAfter(time.toEpochMilli()));
  }

  /** Walks all fixes in time order. The walk is invalid once a fix is added. */
  public Cursor fromStart() {
    return new Cursor(new Place(0, 0));
  }

  public final class Cursor {
    private int next;
    private int offset;
    private @Nullable Chunk chunk;

    private Cursor(Place at) {
      next = at.chunk;
      offset = at.offset;
      enterChunk();
    }

    private void enterChunk() {
      chunk = next < chunks.size() ? chunks.get(next) : null;
      next++;
    }

    public @Nullable Fix next() {
      if (chunk == null) return null;
      Fix fix = chunk.fix(offset);
      skip();
      return fix;
    }

    /** Whether there is a next fix; the methods below need one. */
    public boolean hasNext() {
      return chunk != null;
    }

    /** When the next fix was measured, in epoch milliseconds. */
    public long time() {
      return requireNonNull(chunk).time(offset);
    }

    /** Latitude of the next fix, without an object for it. */
    public double lat() {
      return requireNonNull(chunk).lat(offset);
    }

    public double lng() {
      return requireNonNull(chunk).lng(offset);
    }

    public void skip() {
      offset++;
      if (offset < requireNonNull(chunk).size()) return;
      offset = 0;
      enterChunk();
    }
  }

  /** Index of a fix; the end is offset 0 of the chunk that is not there yet. */
  private record Place(int chunk, int offset) {}

  private Place end() {
    return new Place(chunks.size(), 0);
  }

  private boolean isEnd(Place at) {
    return at.chunk == chunks.size();
  }

  private @Nullable Place previous(Place at) {
    if (at.offset > 0) return new Place(at.chunk, at.offset - 1);
    return at.chunk == 0 ? null : new Place(at.chunk - 1, chunks.get(at.chunk - 1).size() - 1);
  }

  private Coordinates coordinatesAt(Place at) {
    return chunks.get(at.chunk).coordinates(at.offset);
  }

  private Fix fixAt(Place at) {
    return chunks.get(at.chunk).fix(at.offset);
  }

  /** Where a new fix of {@code time} belongs: before the first later one. */
  private Place placeAfter(long time) {
    int low = 0;
    int high = chunks.size();
    if (high > 0 && chunks.get(high - 1).lastTime() <= time) return end();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks.get(middle).lastTime() <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == chunks.size() ? end() : new Place(low, chunks.get(low).upperBound(time));
  }

  /**
   * Between two chunks the earlier one is filled first, so appending never leaves a chunk half
   * empty.
   */
  private Place insert(Place at, @Nullable Place previous, Fix fix) {
    if (at.offset == 0 && previous != null && !chunks.get(previous.chunk).isFull()) {
      own(previous.chunk).insert(previous.offset + 1, fix);
      return new Place(previous.chunk, previous.offset + 1);
    }
    if (at.offset == 0 && (isEnd(at) || chunks.get(at.chunk).isFull())) {
      chunks.add(at.chunk, chunks.isEmpty() ? Chunk.first() : Chunk.full());
    }
    if (chunks.get(at.chunk).isFull()) {
      chunks.add(at.chunk + 1, own(at.chunk).split());
    }
    int half = chunks.get(at.chunk).size();
    Place kept = at.offset <= half ? at : new Place(at.chunk + 1, at.offset - half);
    own(kept.chunk).insert(kept.offset, fix);
    return kept;
  }

  /** A chunk that only this track reads, so that it may change. */
  private Chunk own(int i) {
    Chunk own = chunks.get(i).own();
    chunks.set(i, own);
    return own;
  }

  private static long units(@Nullable Coordinates from, @Nullable Coordinates to) {
    return from == null || to == null ? 0 : Math.round(from.milesTo(to) * UNITS_PER_MILE);
  }
}
