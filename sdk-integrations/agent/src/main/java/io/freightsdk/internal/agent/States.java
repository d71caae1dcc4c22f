package io.freightsdk.internal.agent;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The names of states, which models write in place of their codes. */
final class States {
  private static final String NAMES =
      """
      ALABAMA=AL
      ALASKA=AK
      ARIZONA=AZ
      ARKANSAS=AR
      CALIFORNIA=CA
      COLORADO=CO
      CONNECTICUT=CT
      DELAWARE=DE
      DISTRICT OF COLUMBIA=DC
      FLORIDA=FL
      GEORGIA=GA
      HAWAII=HI
      IDAHO=ID
      ILLINOIS=IL
      INDIANA=IN
      IOWA=IA
      KANSAS=KS
      KENTUCKY=KY
      LOUISIANA=LA
      MAINE=ME
      MARYLAND=MD
      MASSACHUSETTS=MA
      MICHIGAN=MI
      MINNESOTA=MN
      MISSISSIPPI=MS
      MISSOURI=MO
      MONTANA=MT
      NEBRASKA=NE
      NEVADA=NV
      NEW HAMPSHIRE=NH
      NEW JERSEY=NJ
      NEW MEXICO=NM
      NEW YORK=NY
      NORTH CAROLINA=NC
      NORTH DAKOTA=ND
      OHIO=OH
      OKLAHOMA=OK
      OREGON=OR
      PENNSYLVANIA=PA
      PUERTO RICO=PR
      RHODE ISLAND=RI
      SOUTH CAROLINA=SC
      SOUTH DAKOTA=SD
      TENNESSEE=TN
      TEXAS=TX
      UTAH=UT
      VERMONT=VT
      VIRGINIA=VA
      WASHINGTON=WA
      WEST VIRGINIA=WV
      WISCONSIN=WI
      WYOMING=WY
      """;

  private static final Map<String, String> CODES =
      NAMES
          .lines()
          .map(line -> line.split("=", 2))
          .collect(Collectors.toUnmodifiableMap(line -> line[0], line -> line[1]));

  private static final int MOST_MISTAKES = 2;

  private States() {}

  /** The code of the one name that is written with a mistake or two; null if there is none. */
  static @Nullable String guess(String written) {
    String capitals = written.toUpperCase(Locale.ROOT);
    int longest = capitals.length() + MOST_MISTAKES;
    List<String> close =
        CODES.keySet().stream()
            .filter(name -> name.length() <= longest && mistakes(name, capitals) <= MOST_MISTAKES)
            .toList();
    return close.size() == 1 ? CODES.get(close.get(0)) : null;
  }

  /** How many letters were left out, put in or written for others. */
  private static int mistakes(String name, String written) {
    if (Math.abs(name.length() - written.length()) > MOST_MISTAKES) return Integer.MAX_VALUE;
    int[] row = new int[written.length() + 1];
    for (int j = 0; j < row.length; j++) row[j] = j;
    for (int i = 1; i <= name.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int other = diagonal + (name.charAt(i - 1) == written.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(other, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[written.length()];
  }

  /** The code of a name, or a code in capitals; otherwise the text as it is. */
  static String code(String written) {
    String capitals = written.toUpperCase(Locale.ROOT);
    return CODES.getOrDefault(capitals, capitals.length() == 2 ? capitals : written);
  }
}
