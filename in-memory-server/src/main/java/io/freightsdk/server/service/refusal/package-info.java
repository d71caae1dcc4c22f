/** The reasons for refused calls. */
@NullMarked
package io.freightsdk.server.service.refusal;

import org.jspecify.annotations.NullMarked;
