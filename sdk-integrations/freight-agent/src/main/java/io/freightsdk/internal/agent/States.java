package io.freightsdk.internal.agent;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

  private States() {}

  /** The code of a name, or a code in capitals; otherwise the text as it is. */
  static String code(String written) {
    String capitals = written.toUpperCase(Locale.ROOT);
    return CODES.getOrDefault(capitals, capitals.length() == 2 ? capitals : written);
  }
}
