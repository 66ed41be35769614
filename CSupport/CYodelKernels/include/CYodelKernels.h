#pragma once

#include "brackets.h"
#include "digits.h"
#include "escape.h"
#include "find_bytes.h"
#include "lines.h"
#include "plain_text.h"
#include "powers_of_five.h"
#include "scan_text.h"
#include "short_text.h"
#include "thread.h"
#include "unescape.h"
